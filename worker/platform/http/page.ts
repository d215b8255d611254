import type { Env } from '../context.ts';

const API = ['/api/', '/api_uploader/', '/.well-known/'];

/** Whether a path is served by the API, and not by the client. */
export const isOfApi = (path: string): boolean => API.some((folder) => path.startsWith(folder));

/** Where a course is shown in a frame of another system (worker/learning/dispatches). */
const FRAMED = /^\/dispatch\/\d{1,10}\/?$/;

/** Of the other host: the product gives out nothing that runs there. */
const PLAYER = /^\/player\./;

/**
 * A file of the client; for what is none the one page, whose router knows its screens (§2), and 404 for whatever has the
 * name of a file, so that a missing one is never taken for the page. The page may frame what the host of content shows.
 */
export async function answerPage({ ASSETS, CONTENT_URL }: Env, request: Request): Promise<Response> {
  const { method, url } = request;
  const path = new URL(url).pathname;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead) return refusal(405);
  const isFile = /\.[a-z0-9]+$/i.test(path) || path.startsWith('/assets/');
  if (isFile) {
    const file = PLAYER.test(path) ? null : await ASSETS.fetch(request);
    return !file || file.status === 404 ? refusal(404) : file;
  }
  const page = await ASSETS.fetch(new Request(new URL('/', url), request));
  const headers = new Headers(page.headers);
  const policy = headers.get('Content-Security-Policy');
  if (CONTENT_URL && policy) {
    const { origin } = new URL(CONTENT_URL);
    headers.set('Content-Security-Policy', framing(policy, origin));
    // Courses and their videos have a button for it; what a page may not do itself it cannot let its frames do.
    const features = headers.get('Permissions-Policy') ?? '';
    headers.set('Permissions-Policy', features.replace('fullscreen=(self)', `fullscreen=(self "${origin}")`));
  }
  // It acts for nobody who is signed in here, but for whom the other system names: there is nothing to be tricked into.
  if (FRAMED.test(path) && policy) {
    const own = headers.get('Content-Security-Policy')!;
    headers.set('Content-Security-Policy', own.replace("frame-ancestors 'none'", 'frame-ancestors *'));
    headers.delete('X-Frame-Options');
    headers.set('X-Robots-Tag', 'noindex, nofollow');
  }
  // A certificate is for whoever holds its number.
  if (path.startsWith('/certificate/')) headers.set('X-Robots-Tag', 'noindex, nofollow');
  return new Response(page.body, { status: page.status, headers });
}

/** A policy by which pages of another origin may be shown in frames. */
const framing = (policy: string, origin: string) =>
  policy.replace(
    /frame-src ([^;]*)/,
    (_, sources: string) => `frame-src ${sources.trim() === "'none'" ? '' : `${sources.trim()} `}${origin}`,
  );

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
