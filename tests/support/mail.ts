import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import type { Mail } from '../../tools/stack/mail/outbox.ts';

/** Mails that the product under test sent to an address, newest first. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const url = `${inject('product').mailUrl}?to=${encodeURIComponent(address)}`;
  const response = await fetch(url, { headers: { accept: 'application/json' } });
  return (await response.json()) as Mail[];
}

/** The newest mail to an address, waiting for it; with `subject`, the newest whose subject matches. */
export async function mailTo(address: string, { subject = /(?:)/, patience = 60_000 } = {}): Promise<Mail> {
  for (const end = Date.now() + patience; ; await sleep(50)) {
    const mail = (await mailsTo(address)).find((each) => subject.test(each.subject));
    if (mail) return mail;
    if (Date.now() > end) throw new Error(`No mail to ${address} came within ${patience} ms`);
  }
}
