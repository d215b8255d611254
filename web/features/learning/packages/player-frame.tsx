import type { startPackage } from '#contract/learning/packages';
import type { ResponseOf } from '#contract/platform';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../../lib/api/api.ts';
import type { Begin, FromPlayer, ToPlayer } from '../../../player/words.ts';
import { hold } from '../../../lib/session/hold.ts';
import { forgetState, keepState } from '../../../lib/reading/package-states.ts';
import type { Material } from './package.ts';
import classes from './package-player.module.css';

export type Started = ResponseOf<typeof startPackage>;
export type Trouble = Extract<FromPlayer, { kind: 'trouble' }>['what'];
export type Saving = 'saved' | 'saving' | Exclude<Trouble, 'expired'>;

interface Props {
  started: Started;
  material: Material;
  /** Whose it is (`loginKey`). */
  login: string;
  /** The player is to say its last words, and closes then. */
  isLeaving: boolean;
  /** Another address of the same try. */
  renew: () => Promise<Started>;
  onSaving: (saving: Saving) => void;
  onClose: () => void;
}

/** One that does not answer is taken away all the same. */
const LAST_WORDS_MS = 2000;
/** However often an address is said to have expired. */
const RENEWAL_MS = 10_000;

/**
 * The player, at the origin of content. What it says is said by the package as well, which runs beside it: no word of
 * it does more here than keep this try's own state, show how it is saved, and have its address renewed.
 */
export function PlayerFrame({ started, material, login, isLeaving, renew, onSaving, onClose }: Props) {
  const t = useTranslations('packages');
  const frame = useRef<HTMLIFrameElement>(null);
  const { url, try_id, allow_popups, allow_downloads } = started;
  const { id: material_id, course_id, name } = material;

  useEffect(() => {
    const { origin } = new URL(url);
    const begin: Begin = {
      kind: 'begin',
      words: {
        previous: t('previous'),
        next: t('next'),
        contents: t('contents'),
        page: t('page'),
        choose: t('choose'),
      },
    };
    const answer = (message: ToPlayer) => frame.current?.contentWindow?.postMessage(message, origin);
    let lost = false;
    let renewed = -Infinity;
    const renewOnce = async (): Promise<void> => {
      if (performance.now() - renewed < RENEWAL_MS) return;
      renewed = Infinity;
      try {
        const next = await renew();
        const isSame = next.try_id === try_id && new URL(next.url).origin === origin;
        if (isSame) answer({ kind: 'renewed', url: next.url });
        else onSaving('elsewhere');
      } catch (error) {
        onSaving(error instanceof ApiError && error.status === 0 ? 'offline' : 'closed');
      }
      renewed = performance.now();
    };
    const heard = ({ origin: from, source, data }: MessageEvent<unknown>): void => {
      if (from !== origin || source !== frame.current?.contentWindow || !isMessage(data)) return;
      if (data.kind === 'ready') answer(begin);
      if (data.kind === 'close') onClose();
      // Its player may still speak: where it has earned something, the server keeps that.
      if (lost) return;
      if (data.kind === 'trouble' && data.what !== 'expired') onSaving(data.what);
      if (try_id === null) return;
      if (data.kind === 'trouble' && data.what === 'expired') void renewOnce();
      // Nobody asks for what this opening said any more.
      if (data.kind === 'trouble' && (data.what === 'elsewhere' || data.what === 'gone'))
        forgetState(login, try_id, Infinity);
      if (data.kind === 'state') {
        const { sequence, body } = data;
        keepState(login, { course_id, material_id, try_id, sequence, body });
        onSaving('saving');
      }
      if (data.kind === 'saved') {
        forgetState(login, try_id, data.sequence);
        onSaving('saved');
      }
    };
    const taken = () => {
      lost = true;
      onSaving('elsewhere');
    };
    const release = try_id === null ? () => {} : hold(`osnova.package.${try_id}`, taken);
    addEventListener('message', heard);
    return () => {
      removeEventListener('message', heard);
      release();
    };
  }, [url, try_id, course_id, material_id, login, t, renew, onSaving, onClose]);

  useEffect(() => {
    if (!isLeaving) return undefined;
    const leave: ToPlayer = { kind: 'leave' };
    frame.current?.contentWindow?.postMessage(leave, new URL(url).origin);
    const timer = setTimeout(onClose, LAST_WORDS_MS);
    return () => clearTimeout(timer);
  }, [isLeaving, url, onClose]);

  return (
    <iframe
      ref={frame}
      className={classes.frame}
      src={url}
      title={t('player', { name })}
      allow="fullscreen; autoplay"
      sandbox={`allow-scripts allow-same-origin allow-forms allow-modals${allow_popups ? ' allow-popups' : ''}${
        allow_downloads ? ' allow-downloads' : ''
      }`}
    />
  );
}

const TROUBLES: readonly unknown[] = ['offline', 'elsewhere', 'gone', 'failed', 'closed', 'expired'];

function isMessage(data: unknown): data is FromPlayer {
  if (!(data instanceof Object)) return false;
  const { kind, sequence, body, what } = data as Record<string, unknown>;
  if (kind === 'ready' || kind === 'close') return true;
  if (kind === 'trouble') return TROUBLES.includes(what);
  if (!Number.isSafeInteger(sequence)) return false;
  return kind === 'saved' || (kind === 'state' && typeof body === 'string');
}
