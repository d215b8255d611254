import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Response, type Request, type V4WorkerOptions } from 'miniflare';

export interface Mail {
  id: number;
  date: string;
  from: string;
  /** One address, or several with commas. */
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  attachments: string[];
}

/** What the worker sent. */
export interface Outbox {
  /** Newest first. */
  mails: () => Mail[];
  /** The binding for the product's worker: an object with `send`. */
  binding: { name: string; entrypoint: string };
  /** The auxiliary worker behind the binding. */
  worker: V4WorkerOptions;
}

const WORKER_NAME = 'outbox';

/**
 * Keeps mails in a file, or in memory if none is given. Miniflare's own `send_email` writes only the bodies to disk:
 * receiver and subject are missing there, hence a worker of our own in its place.
 */
export function openOutbox(file: string | null): Outbox {
  const mails = file && existsSync(file) ? readMails(file) : [];

  const store = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST')
      return Response.json(mailsTo(mails, new URL(request.url).searchParams.get('to')));
    const { to, ...rest } = (await request.json()) as SentMail;
    const mail: Mail = {
      id: (mails.at(-1)?.id ?? 0) + 1,
      date: new Date().toISOString(),
      to: to.join(', '),
      ...rest,
      links: linksOf(rest.text, rest.html),
    };
    mails.push(mail);
    if (file) appendFileSync(file, `${JSON.stringify(mail)}\n`);
    return new Response(null, { status: 204 });
  };
  return {
    mails: () => mails.toReversed(),
    binding: { name: WORKER_NAME, entrypoint: 'Outbox' },
    worker: {
      name: WORKER_NAME,
      compatibilityDate: '2026-10-20',
      modules: [{ type: 'ESModule', path: join(import.meta.dirname, 'outbox-worker.mjs') }],
      modulesRoot: import.meta.dirname,
      serviceBindings: { STORE: store },
    },
  };
}

/** Those to an address if one is given, newest first. */
function mailsTo(mails: readonly Mail[], address: string | null): Mail[] {
  return mails.filter(({ to }) => address === null || to === address).toReversed();
}

type SentMail = Omit<Mail, 'id' | 'date' | 'links' | 'to'> & { to: string[] };

/** A kill may have cut the last line. */
function readMails(file: string): Mail[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Mail];
      } catch {
        return [];
      }
    });
}

/** Addresses of both bodies, each once, in order. */
export function linksOf(text: string, html: string): string[] {
  const inHtml = [...html.matchAll(/\bhref\s*=\s*["']([^"']+)["']/gi)].map(([, href]) =>
    (href ?? '').replaceAll('&amp;', '&'),
  );
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"']+/g)].map(([href]) =>
    href.replace(/[.,;:!?)\]]+$/, ''),
  );
  return [...new Set([...inHtml, ...inText].filter((href) => /^(https?|mailto|tel):/.test(href)))];
}
