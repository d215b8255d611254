import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { SEQUENCE, type Call, type Job, type Outcome } from './job.ts';

const { hostname, port } = new URL((workerData as { url: string }).url);
const agents = new Map<number, Agent>();
let sequence = 0;

parentPort?.on('message', (job: Job) => {
  void run(job).then((outcome) => parentPort?.postMessage(outcome));
});

async function run({ calls, clients, seconds, every = 0, order, expected, keep }: Job): Promise<Outcome> {
  let agent = agents.get(clients);
  if (!agent) agents.set(clients, (agent = new Agent({ keepAlive: true, maxSockets: clients })));
  const outcome: Outcome = { latencies: [], elapsed: 0, failures: [], answers: [] };
  const began = performance.now();
  let next = 0;
  const client = async (number: number): Promise<void> => {
    for (let own = number, turn = 0; performance.now() - began < seconds * 1000; own += clients, turn += 1) {
      // Clients take their places in the interval one after the other.
      const due = began + (turn + number / clients) * every;
      if (due > performance.now()) await sleep(due - performance.now());
      const place = order === 'once' ? next++ : own % calls.length;
      const call = calls[place];
      if (!call) return;
      const sent = performance.now();
      const { status, body } = await send(call, agent);
      outcome.latencies.push(performance.now() - sent);
      if (status !== expected)
        outcome.failures.push(`${call.method} ${call.path}: ${status} ${body.slice(0, 300)}`);
      else if (keep) outcome.answers.push({ call: place, body });
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  outcome.elapsed = (performance.now() - began) / 1000;
  return outcome;
}

function send({ method, path, access, body }: Call, agent: Agent): Promise<{ status: number; body: string }> {
  const text = body?.replace(SEQUENCE, String(++sequence));
  const headers: Record<string, string | number> = { host: `${hostname}:${port}` };
  if (access) headers.authorization = `Bearer ${access}`;
  if (text !== undefined) {
    headers['content-type'] = 'application/json';
    headers['content-length'] = Buffer.byteLength(text);
  }
  return new Promise((resolve) => {
    const failed = (error: Error): void => resolve({ status: 0, body: error.message });
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
      );
      response.on('error', failed);
    });
    sent.on('error', failed);
    sent.end(text);
  });
}
