import type { Env } from './context.ts';

const API = ['/api/', '/api_uploader/', '/.well-known/'];

/** Whether a path is served by the API, and not by the client. */
export const isOfApi = (path: string): boolean => API.some((folder) => path.startsWith(folder));

/**
 * What is asked for and is no file of the client: the one page, whose router knows its screens (§2), and 404 for whatever
 * has the name of a file, so that a missing one is never taken for the page.
 */
export async function answerPage({ ASSETS }: Env, request: Request): Promise<Response> {
  const { method, url } = request;
  const path = new URL(url).pathname;
  const isRead = method === 'GET' || method === 'HEAD';
  const isFile = /\.[a-z0-9]+$/i.test(path) || path.startsWith('/assets/');
  if (!isRead || isFile) return refusal(isRead ? 404 : 405);
  const page = await ASSETS.fetch(new Request(new URL('/', url), request));
  // A certificate is for whoever holds its number.
  if (!path.startsWith('/certificate/')) return page;
  const headers = new Headers(page.headers);
  headers.set('X-Robots-Tag', 'noindex, nofollow');
  return new Response(page.body, { status: page.status, headers });
}

const refusal = (status: 404 | 405) =>
  new Response(status === 404 ? 'Not found' : 'Method not allowed', {
    status,
    headers: {
      'Content-Type': 'text/plain',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      ...(status === 405 && { Allow: 'GET, HEAD' }),
    },
  });
