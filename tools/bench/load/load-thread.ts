import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Client, type Dispatcher } from 'undici';
import { SEQUENCE, type Call, type Job, type Outcome } from './job.ts';

const { origin } = new URL((workerData as { url: string }).url);
/** Of each client one, kept between jobs. */
const connections: Client[] = [];
let sequence = 0;

parentPort?.on('message', (job: Job) => {
  void run(job).then((outcome) => parentPort?.postMessage(outcome));
});

async function run({ calls, clients, seconds, every = 0, order, expected, keep }: Job): Promise<Outcome> {
  const outcome: Outcome = { latencies: [], elapsed: 0, failures: [], answers: [], bytes: 0 };
  const began = performance.now();
  let next = 0;
  const client = async (number: number): Promise<void> => {
    const connection = (connections[number] ??= new Client(origin));
    for (let own = number, turn = 0; performance.now() - began < seconds * 1000; own += clients, turn += 1) {
      // Clients take their places in the interval one after the other.
      const due = began + (turn + number / clients) * every;
      if (due > performance.now()) await sleep(due - performance.now());
      const place = order === 'once' ? next++ : own % calls.length;
      const call = calls[place];
      if (!call) return;
      const sent = performance.now();
      const { status, body } = await send(call, connection);
      outcome.bytes += Buffer.byteLength(body);
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

function send(
  { method, path, access, body }: Call,
  connection: Client,
): Promise<{ status: number; body: string }> {
  const text = body?.replace(SEQUENCE, String(++sequence));
  const headers = {
    ...(access && { authorization: `Bearer ${access}` }),
    ...(text !== undefined && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve) => {
    let status = 0;
    const chunks: Buffer[] = [];
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => {},
      onResponseStart: (_controller, code) => (status = code),
      onResponseData: (_controller, chunk) => chunks.push(chunk),
      onResponseEnd: () => resolve({ status, body: Buffer.concat(chunks).toString('utf8') }),
      onResponseError: (_controller, error) => resolve({ status: 0, body: error.message }),
    };
    connection.dispatch({ path, method, headers, body: text ?? null }, handler);
  });
}
