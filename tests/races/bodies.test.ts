import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, inject, test } from 'vitest';

const { url } = inject('product');

/** The status and the text of the answer to a body that tells another length than it has. */
async function answerTo(told: number, body: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const ended = once(socket, 'close');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
    // What follows a body that ends too early is no request.
    if (/\r\n\r\n.*[}\]]/s.test(answer)) socket.destroy();
  });
  socket.on('error', () => {});
  socket.write(
    `POST /api/v1/accounts/token/ HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${told}\r\n\r\n${body}`,
  );
  await ended;
  return answer.replace(/^HTTP\/1\.1 (\d+).*?\r\n\r\n/s, '$1 ');
}

/** The API's tests cannot see it: they give the app a stream, whose headers nobody holds it to. */
test('a body is no longer than it tells', async () => {
  expect(await answerTo(2, `{}${'x'.repeat(1024)}`)).toMatch(/^400 .*"username"/s);
});

test('a body that tells more than its limit is refused before it comes', async () => {
  expect(await answerTo(1024 ** 3, '{"username":"')).toMatch(/^413 /);
});
