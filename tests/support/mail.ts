import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import type { Mail } from '../../tools/stack/outbox.ts';

/** Mails that the product under test sent to an address, newest first. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const response = await fetch(inject('product').mailUrl, { headers: { accept: 'application/json' } });
  const mails = (await response.json()) as Mail[];
  return mails.filter(({ to }) => to === address);
}

/** The newest mail to an address, waiting for it; with `subject`, the newest whose subject matches. */
export async function mailTo(address: string, { subject = /(?:)/, patience = 5_000 } = {}): Promise<Mail> {
  for (const end = Date.now() + patience; ; await sleep(50)) {
    const mail = (await mailsTo(address)).find((each) => subject.test(each.subject));
    if (mail) return mail;
    if (Date.now() > end) throw new Error(`No mail to ${address} came within ${patience} ms`);
  }
}
