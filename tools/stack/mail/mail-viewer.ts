import { createServer, type ServerResponse } from 'node:http';
import type { Mail, Outbox } from './outbox.ts';
import { LOCAL_HOST } from '../product.ts';

export interface MailViewer {
  url: string;
  stop: () => Promise<void>;
}

/** Serves the mails sent so far: pages for a person, the JSON array for `Accept: application/json`. */
export async function startMailViewer(outbox: Outbox, port: number): Promise<MailViewer> {
  const server = createServer((request, response) => {
    if (request.headers.accept?.includes('application/json')) {
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      });
      const { searchParams } = new URL(request.url ?? '/', 'http://mails');
      const to = searchParams.get('to');
      response.end(JSON.stringify(outbox.mails().filter((mail) => to === null || mail.to === to)));
      return;
    }
    const mails = outbox.mails();
    if (request.url === '/') {
      sendPage(response, 200, 'Mails', listOf(mails), '<meta http-equiv="refresh" content="5">');
      return;
    }
    const mail = mails.find(({ id }) => request.url === `/${id}`);
    if (mail) sendPage(response, 200, mail.subject, mailPage(mail));
    else sendPage(response, 404, 'No such mail', '<p><a href="/">All mails</a></p>');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://${LOCAL_HOST}:${port}/`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listOf(mails: Mail[]): string {
  if (mails.length === 0) return '<p class="muted">No mail has been sent yet.</p>';
  const rows = mails.map(
    (mail) =>
      `<li><a href="/${mail.id}"><b>${escape(mail.subject)}</b><span>${escape(mail.to)}</span>` +
      `<time>${escape(dateText(mail.date))}</time></a></li>`,
  );
  return `<ul class="mails">${rows.join('')}</ul>`;
}

function mailPage(mail: Mail): string {
  const links = mail.links.map((link) => `<li><a href="${escape(link)}">${escape(link)}</a></li>`).join('');
  // The body is shown without scripts; its links open in a tab of their own.
  const body = mail.html
    ? `<iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escape(
        `<base target="_blank">${mail.html}`,
      )}"></iframe>`
    : `<pre>${escape(mail.text)}</pre>`;
  return `<p><a href="/">← All mails</a></p>
<p class="muted">To ${escape(mail.to)} · from ${escape(mail.from)} · ${escape(dateText(mail.date))}</p>
${links && `<h2>Links</h2><ul>${links}</ul>`}
<h2>Message</h2>${body}
${mail.html && mail.text ? `<h2>Plain text</h2><pre>${escape(mail.text)}</pre>` : ''}`;
}

const dateText = (date: string): string => date.slice(0, 19).replace('T', ' ').concat(' UTC');

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}h2{font-size:1rem;margin-top:1.5rem}.muted{opacity:.7}a{overflow-wrap:anywhere}
.mails{list-style:none;padding:0}.mails a{display:grid;grid-template-columns:1fr auto;gap:0 1rem;padding:.6rem .8rem;
border-bottom:1px solid #8884;text-decoration:none;color:inherit}.mails a:hover{background:#8882}
.mails span{opacity:.8}.mails time{opacity:.6;font-size:.85rem}
iframe{width:100%;height:32rem;border:1px solid #8884;border-radius:.5rem;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:1rem;border:1px solid #8884;border-radius:.5rem}`;

function sendPage(response: ServerResponse, status: number, title: string, body: string, head = ''): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${escape(title)}</title>${head}<style>${STYLE}</style></head><body><h1>${escape(title)}</h1>${body}</body></html>`,
  );
}
