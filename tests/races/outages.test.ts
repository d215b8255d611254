import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { openOutbox } from '../../tools/stack/mail/outbox.ts';
import { freePort } from '../../tools/stack/ports.ts';
import { startProduct } from '../../tools/stack/product.ts';
import { answersOf } from '../factories/attempt.ts';
import { aCompany } from '../factories/company.ts';
import { asSystem, Client, type Answer, type World } from '../factories/world.ts';
import { productWorld } from '../support/product-world.ts';

const OUTAGE_MS = 10_000;

/** Stands before the database and lets nothing pass while it is closed. */
async function startGate(target: string) {
  let isOpen = true;
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      if (!isOpen) return request.socket.destroy();
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => name.startsWith('neon-')),
      ) as Record<string, string>;
      const answer = await fetch(target, { method: 'POST', headers, body: new Uint8Array(body) });
      const text = await answer.text();
      return response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sql`,
    close: () => (isOpen = false),
    open: () => (isOpen = true),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** As the client does: again until it is answered. */
async function persistently(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call().catch(() => null);
    if (answer && answer.status < 500) return answer;
    await sleep(200);
  }
}

test(
  'a database that is away for ten seconds in an exam costs no acknowledged answer',
  { timeout: 90_000 },
  async () => {
    const STUDENTS = 20;
    // The product notes every call that fails while the database is away.
    const noted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => noted.mockRestore());
    const gate = await startGate(inject('stack').proxyUrl);
    const folder = mkdtempSync(join(tmpdir(), 'osnova-away-'));
    const product = await startProduct({
      ...inject('stack'),
      proxyUrl: gate.url,
      port: await freePort(),
      folder,
      outbox: openOutbox(null),
    });
    onTestFinished(async () => {
      await product.stop();
      await gate.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    const world: World = { ...productWorld(), fetch: (path, init) => fetch(`${product.url}${path}`, init) };
    const company = await aCompany(productWorld());
    const students = await Promise.all(Array.from({ length: STUDENTS }, () => company.aPerson('student')));
    const course = await company.aCourse({ group: await company.aGroup({ students }) });
    const exam = await company.anExam({ course, settings: { is_one_attempt_allowed: true } });
    const health = async () => (await fetch(`${product.url}/api/health`)).status;

    const ended = new AbortController();
    let started = 0;
    const taking = students.map(async (student) => {
      const client = new Client(world, student.client.token);
      const start = (take_over = false) =>
        client.post('/course/start_form_passing/', { form_id: exam.form_id, take_over });
      const begun = await persistently(() => start());
      const { attempt_id, holder } = begun.status === 409 ? (await start(true)).body : begun.body;
      let seq = 1;
      for (; !ended.signal.aborted; seq += 1) {
        const answers = answersOf(exam.questions, 3, seq);
        const saved = await persistently(() =>
          client.post('/course/student_passed_form/', { attempt_id, holder, event: 'save', answers }),
        );
        expect(saved.status).toBe(200);
        if (seq === 1) started += 1;
        // As fast as somebody answers, or the outage would meet nothing but haste.
        await sleep(250);
      }
      const finished = await persistently(() =>
        client.post('/course/send_student_answers/', { attempt_id, holder, answers: [] }),
      );
      return [finished.status, finished.body.percent, seq - 1];
    });
    // What health heard before it repeats for some seconds.
    const { poll } = expect;
    await poll(() => started).toBe(STUDENTS);
    await poll(health).toBe(200);
    gate.close();
    const closed = Date.now();
    await poll(health).toBe(503);
    // How long it is away is what this is about.
    await sleep(Math.max(0, OUTAGE_MS - (Date.now() - closed)));
    gate.open();
    await poll(health).toBe(200);
    ended.abort();
    const results = await Promise.all(taking);
    expect(results.map(([status, percent]) => [status, percent])).toEqual(results.map(() => [200, 100]));
    const kept = await asSystem<{ user_id: number; seq: number }>(productWorld(), [
      `select t.user_id, min(a.seq)::integer as seq from attempts t join attempt_answers a on a.attempt_id = t.id
       where t.form_id = $1 group by t.user_id`,
      [exam.form_id],
    ]);
    const keptOf = new Map(kept.map(({ user_id, seq }) => [user_id, seq]));
    expect(students.map(({ id }) => keptOf.get(id))).toEqual(results.map(([, , seq]) => seq));
  },
);
