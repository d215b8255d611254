import { dispatchStanding, launchDispatch } from '#contract/learning/dispatches';
import type { BodyInputOf, ResponseOf } from '#contract/platform';
import { call } from '../../lib/api/api.ts';
import { keepAccessToken } from '../../lib/api/access-token.ts';
import { keepTicket } from '../../lib/session/dispatched.ts';
import { startSession } from '../../lib/session/session.ts';
import { currentLanguage } from '../../lib/words/locale.tsx';

/** The page that holds this frame: where it says to be, and who it says is there. */
interface Holder {
  origin: string;
  body: BodyInputOf<typeof launchDispatch>;
}

let holder: Promise<Holder> | null = null;
let course: number | null = null;

/** No page holds this one: somebody opened it by itself. */
export const isAlone = (): boolean => window.parent === window;

const AGAIN_MS = 500;

/** Asks the holder who is there, until it answers; whoever answers first is spoken with from then on, and nobody else. */
function heard(): Promise<Holder> {
  holder ??= new Promise((resolve) => {
    // Nothing is said that anybody might not hear.
    const ask = () => window.parent.postMessage({ dispatch: 'ready' }, '*');
    const asking = setInterval(ask, AGAIN_MS);
    const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
      const body = source === window.parent ? launchOf(data) : null;
      if (!body) return;
      clearInterval(asking);
      removeEventListener('message', listen);
      resolve({ origin, body });
    };
    addEventListener('message', listen);
    ask();
  });
  return holder;
}

function launchOf(data: unknown): Holder['body'] | null {
  if (!(data instanceof Object)) return null;
  const { dispatch, number, key, learner_id, learner_name } = data as Record<string, unknown>;
  if (dispatch !== 'launch' || typeof number !== 'number' || typeof key !== 'string') return null;
  if (typeof learner_id !== 'string') return null;
  const name = typeof learner_name === 'string' ? learner_name.slice(0, 500) : '';
  return { dispatch: number, key, learner_id, learner_name: name, language: currentLanguage() };
}

/**
 * Begins a session for whom the holder names. Throws `ApiError`.
 * @returns the course
 */
export async function launch(): Promise<number> {
  const { body } = await heard();
  const { access, ticket, course_id } = await call(launchDispatch, { body, quiet: true });
  keepTicket(ticket);
  startSession(access);
  course = course_id;
  return course_id;
}

/** Goes on where a session ended under the page. Throws `ApiError`. */
export async function launchAgain(): Promise<void> {
  const { body } = await heard();
  const { access, ticket } = await call(launchDispatch, { body, quiet: true });
  keepTicket(ticket);
  keepAccessToken(access);
}

type Standing = ResponseOf<typeof dispatchStanding>;

/** Tells the holder how the person stands; its own page keeps it until its system has taken it. */
export async function report(): Promise<void> {
  if (course === null) return;
  const standing: Standing = await call(dispatchStanding, { params: { id: course } });
  const { origin } = await heard();
  // A page in a sandbox has no name to be called by.
  window.parent.postMessage({ dispatch: 'standing', ...standing }, origin === 'null' ? '*' : origin);
}
