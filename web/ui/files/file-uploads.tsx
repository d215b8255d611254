import { fileGroupOf, FILE_LIMIT } from '#contract/learning/media';
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../control/button/button.tsx';
import { useBytes } from '../../lib/files/bytes.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import type { Upload, Uploads } from '../../lib/files/upload.ts';
import { ProgressLine } from '../state/progress-line.tsx';
import { ToolButton } from '../page/tool-button.tsx';
import { FileIcon } from './file-icon.tsx';
import classes from './file-uploads.module.css';

/** Uploads as they stand now. */
export function useUploads(uploads: Uploads): readonly Upload[] {
  return useSyncExternalStore(uploads.subscribe, uploads.list);
}

/** Whether leaving now would lose a file. */
export const isUnfinished = ({ state }: Upload): boolean => state !== 'done' && state !== 'failed';

/** The files on their way, each with what can be done about it. */
export function FileUploads({
  uploads,
  shown,
}: {
  uploads: Uploads;
  /** Which of them; all unless told. */
  shown?: (upload: Upload) => boolean;
}) {
  const t = useTranslations('files.uploads');
  const list = useUploads(uploads).filter((upload) => shown?.(upload) ?? true);
  if (list.length === 0) return null;
  return (
    <ul className="stack plain gap-4" aria-label={t('label')}>
      {list.map((upload) => (
        <Row key={upload.key} upload={upload} uploads={uploads} />
      ))}
    </ul>
  );
}

function Row({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const t = useTranslations('files.uploads');
  const bytes = useBytes();
  const { key, name, size, state, sent } = upload;
  const percent = size === 0 ? 0 : Math.floor((sent / size) * 100);
  return (
    <li
      className={`${classes.row} faults ${state === 'failed' ? 'narrow-two' : ''}`}
      data-fault={state === 'failed' || undefined}
    >
      <span className="stack accent">
        <FileIcon group={fileGroupOf(name)} />
      </span>
      <div className="stack shrinks gap-2">
        <p className="flush anywhere strong">{name}</p>
        {state !== 'failed' && <ProgressLine value={percent} label={t('progress', { name })} />}
        <p
          className={`${classes.state} ${state === 'failed' ? 'bad' : 'dim'}`}
          role={state === 'failed' ? 'alert' : undefined}
        >
          {state === 'failed' ? (
            <Problem upload={upload} />
          ) : (
            t(`states.${state}`, { sent: bytes(sent), size: bytes(size) })
          )}
        </p>
      </div>
      <div className={`${classes.buttons} ${state === 'failed' ? 'narrow-whole' : ''}`}>
        {state === 'running' && (
          <ToolButton label={t('pause', { name })} onClick={() => uploads.pause(key)}>
            <IconPlayerPause size={20} aria-hidden />
          </ToolButton>
        )}
        {(state === 'paused' || state === 'offline') && (
          <ToolButton label={t('resume', { name })} onClick={() => uploads.resume(key)}>
            <IconPlayerPlay size={20} aria-hidden />
          </ToolButton>
        )}
        {state === 'failed' && !isRefused(upload) && (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            aria-label={t('retry_file', { name })}
            onClick={() => uploads.resume(key)}
          >
            {t('retry')}
          </Button>
        )}
        {state !== 'done' && state !== 'checking' && (
          <ToolButton label={t('cancel', { name })} onClick={() => uploads.cancel(key)}>
            <IconX size={20} aria-hidden />
          </ToolButton>
        )}
      </div>
    </li>
  );
}

/** What the file is itself speaks against it: sent once more, it is no other. */
const REFUSALS = new Set(['file_too_large', 'wrong_file_format', 'package_refused']);
const isRefused = ({ error }: Upload): boolean =>
  error !== null && 'code' in error && REFUSALS.has(error.code);

function Problem({ upload: { error } }: { upload: Upload }) {
  const t = useTranslations('files.uploads');
  const bytes = useBytes();
  const errorText = useErrorText();
  if (!error) return null;
  if ('code' in error) {
    // The catalogue's words speak of a photo.
    if (error.code === 'file_too_large') return t('problems.too_large', { limit: bytes(FILE_LIMIT) });
    if (error.code === 'wrong_file_format') return t('problems.wrong_content');
    if (error.code === 'package_refused')
      return t('problems.package', { reason: String(error.params['reason']) });
    if (error.code === 'internal') return t('problems.lost');
  }
  return errorText(error);
}
