import { linkedPath } from '../access/contract.ts';
import type { Env } from './context.ts';
import type { Db } from './database/database.ts';
import * as type from './database/functions.ts';
import { logError } from './http/log.ts';
import { UNSEEN } from './words/plain-text.ts';
import type { RowOf } from './database/queries.ts';

/** A mail ready to be queued. */
export interface Mail {
  subject: string;
  text: string;
  html: string;
}

/** What mails call the product, and where it is. */
export const productOf = (env: Env) => ({ name: env.PRODUCT_NAME, url: env.APP_URL });

/**
 * What links of mails begin with that are about one company. Whose role is not always the student's the database fills in, as
 * it does the company.
 */
export const linkedUrl = ({ url }: { url: string }, role: 'student' | '{role}', space: number | '{space}') =>
  `${url}${linkedPath(space, role)}`;

/** The words of a mail in one language; `action` is its link. */
export interface MailWords {
  subject: string;
  greeting: string;
  paragraphs: string[];
  action?: MailLink;
  /** Other ways to answer, below the action. */
  links?: MailLink[];
  footer: string;
  /** Where the person chooses what is mailed: the last line. */
  choices?: MailLink;
}

export interface MailLink {
  label: string;
  url: string;
}

// As `subject_text` in the database, which fills in what stands there; each says what a blank is, since engines differ.
const BLANK = /[ \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+/g;
const ADDRESS = /(?<![^ ])[^ ]*(?::\/\/|[@\uFF20\uFE6B])[^ ]*/gu;
const DOT_OF_A_HOST = /([^ .])[.\u3002\uFF0E\uFF61](?=[^ .0-9]{2})/gu;
const LONGEST = 60;

/**
 * What a company or a person wrote, as a part of a subject: one short line without addresses, so that nobody's mail
 * carries a message of its own or a line that a mail program takes for a header.
 */
export function subjectText(value: string): string {
  const line = value
    .replace(UNSEEN, ' ')
    .replace(BLANK, ' ')
    .replace(ADDRESS, ' ')
    .replace(/ +/g, ' ')
    .trim();
  const bare = [...line.replace(DOT_OF_A_HOST, '$1 ')];
  if (bare.length > LONGEST)
    return `${bare
      .slice(0, LONGEST - 1)
      .join('')
      .trimEnd()}…`;
  return bare.join('') || '…';
}

/** Lays out a mail as plain text and as HTML that mail programs show alike. */
export function layOutMail(words: MailWords): Mail {
  const { greeting, paragraphs, action, links = [], footer, choices } = words;
  const lineOf = (link: MailLink | undefined) => (link ? [`${link.label}: ${link.url}`] : []);
  const text = [
    greeting,
    ...paragraphs,
    ...lineOf(action),
    ...links.flatMap(lineOf),
    footer,
    ...lineOf(choices),
  ].join('\n\n');
  const html = `<!doctype html><html><body style="margin:0;background:#f4f5f7;font-family:Arial,sans-serif;color:#1c2430">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#ffffff">
<p>${escapeHtml(greeting)}</p>${paragraphs.map((each) => `<p>${escapeHtml(each)}</p>`).join('')}
${action ? `<p style="margin:28px 0"><a href="${escapeHtml(action.url)}" style="background:#0f5c4d;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none">${escapeHtml(action.label)}</a></p>` : ''}
${links.map((link) => `<p><a href="${escapeHtml(link.url)}" style="color:#0f5c4d">${escapeHtml(link.label)}</a></p>`).join('')}
<p style="color:#5b6675;font-size:13px">${escapeHtml(footer)}</p>${choices ? `<p style="font-size:13px"><a href="${escapeHtml(choices.url)}" style="color:#5b6675">${escapeHtml(choices.label)}</a></p>` : ''}</div></body></html>`;
  return { subject: words.subject, text, html };
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => entities[character]!);
}

const takeMails = type.sqlFunction(
  'take_mails',
  { limit: type.integer },
  type.rows({ id: type.integer, recipient: type.text, subject: type.text, text: type.text, html: type.text }),
);
const mailsSent = type.sqlFunction('mails_sent', { ids: type.listOf(type.integer) }, type.nothing);

type Queued = RowOf<ReturnType<typeof takeMails>>;

/** Mails taken at once: few, so that one queued meanwhile waits for no more than these. */
export const ROUND = 10;
/** More than of many queued at once are due in it (`mails_a_minute`). */
export const ROUNDS_A_MINUTE = 30;

/**
 * Sends the queued mails that are due, in the order that the queue gives. Runs after requests that queue one and each
 * minute; each mail is taken by one sender, and a failed one is tried again later.
 * @param rounds of `ROUND` mails at most
 */
export async function sendDueMails(env: Env, db: Db, rounds = 5): Promise<void> {
  let sent: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const take = takeMails({ limit: ROUND });
    // Noted first: whoever waits here for a mail that is being taken back holds no other that its taker could want.
    const mails = sent.length ? (await db.system(noteSent(sent), take))[1] : (await db.system(take))[0];
    sent = (await Promise.all(mails.map((mail) => send(env, mail)))).filter((id) => id !== null);
    if (mails.length < ROUND) break;
  }
  if (sent.length) await db.system(noteSent(sent));
}

const noteSent = (sent: readonly number[]) => mailsSent({ ids: sent });

/** The mail's id once it is sent; null where it has to be tried again. */
async function send(env: Env, { id, recipient, subject, text, html }: Queued): Promise<number | null> {
  try {
    await env.MAIL.send({ from: env.MAIL_FROM, to: recipient, subject, text, html });
    return id;
  } catch (error) {
    logError({ job: 'mail', mail_id: id }, error);
    return null;
  }
}
