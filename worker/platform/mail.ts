import { sql } from 'drizzle-orm';
import type { Env } from './context.ts';
import { statement, type Db } from './database.ts';
import { logError } from './log.ts';

/** A mail ready to be queued. */
export interface Mail {
  subject: string;
  text: string;
  html: string;
}

/** The words of a mail in one language; `action` is its link. */
export interface MailWords {
  subject: string;
  greeting: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  footer: string;
  /** Where the person chooses what is mailed: the last line. */
  choices?: { label: string; url: string };
}

/** Lays out a mail as plain text and as HTML that mail programs show alike. */
export function layOutMail(words: MailWords): Mail {
  const { greeting, paragraphs, action, footer, choices } = words;
  const lines = [action, choices].map((link) => (link ? [`${link.label}: ${link.url}`] : []));
  const text = [greeting, ...paragraphs, ...lines[0]!, footer, ...lines[1]!].join('\n\n');
  const html = `<!doctype html><html><body style="margin:0;background:#f4f5f7;font-family:Arial,sans-serif;color:#1c2430">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#ffffff">
<p>${escapeHtml(greeting)}</p>${paragraphs.map((each) => `<p>${escapeHtml(each)}</p>`).join('')}
${action ? `<p style="margin:28px 0"><a href="${escapeHtml(action.url)}" style="background:#0f5c4d;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none">${escapeHtml(action.label)}</a></p>` : ''}
<p style="color:#5b6675;font-size:13px">${escapeHtml(footer)}</p>${choices ? `<p style="font-size:13px"><a href="${escapeHtml(choices.url)}" style="color:#5b6675">${escapeHtml(choices.label)}</a></p>` : ''}</div></body></html>`;
  return { subject: words.subject, text, html };
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => entities[character]!);
}

/**
 * Sends the queued mails that are due. Runs after requests that queue one and each minute; each mail is taken by one
 * sender, and a failed one is tried again later.
 * @param rounds of 50 mails at most
 */
export async function sendDueMails(env: Env, db: Db, rounds = 1): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    if ((await sendSome(env, db)) < ROUND) return;
  }
}

const ROUND = 50;

async function sendSome(env: Env, db: Db): Promise<number> {
  type Queued = Mail & { id: number; recipient: string };
  const [mails] = await db.system(statement<Queued>(sql`select * from take_mails(${ROUND})`));
  const sent: number[] = [];
  for (const mail of mails) {
    try {
      await env.MAIL.send({
        from: env.MAIL_FROM,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
      });
      sent.push(mail.id);
    } catch (error) {
      logError({ job: 'mail', mail_id: mail.id }, error);
    }
  }
  if (sent.length) await db.system(statement(sql`select mails_sent(${`{${sent.join(',')}}`}::integer[])`));
  return mails.length;
}
