import { WorkerEntrypoint } from 'cloudflare:workers';

/** Stands in for the `send_email` binding: takes what Cloudflare takes and hands it to the Node side for keeping. */
export class Outbox extends WorkerEntrypoint {
  async send(message) {
    for (const field of ['from', 'to', 'subject']) {
      if (!message[field] || message[field].length === 0) throw new TypeError(`email without ${field}`);
    }
    if (!message.text && !message.html) throw new TypeError('email without text or html');
    const address = (value) => (typeof value === 'string' ? value : value.email);
    const messageId = `<${crypto.randomUUID()}@local>`;
    const mail = {
      message_id: messageId,
      from: address(message.from),
      to: [message.to].flat().map(address),
      subject: message.subject,
      text: message.text ?? '',
      html: message.html ?? '',
      attachments: (message.attachments ?? []).map(({ filename }) => filename),
    };
    const kept = await this.env.STORE.fetch('http://store/', { method: 'POST', body: JSON.stringify(mail) });
    if (!kept.ok) throw new Error(`email not kept: ${await kept.text()}`);
    return { messageId };
  }

  /** Mails so far, newest first; only those to `to` if given. For tests. */
  async sent(to) {
    const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
    const response = await this.env.STORE.fetch(`http://store/${query}`);
    return response.json();
  }
}

export default {};
