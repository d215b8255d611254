import {
  ANSWER_FILES,
  fileKindOf,
  filesAsked,
  KIND_EXTENSIONS,
  MEGABYTE,
  type HandedFile,
} from '#contract/exams/questions';
import { IconCamera, IconReplace, IconX } from '@tabler/icons-react';
import { use, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { useBytes } from '../../../../../lib/files/bytes.ts';
import { Uploads } from '../../../../../lib/files/upload.ts';
import { Button } from '../../../../../ui/control/button/button.tsx';
import { FileButton } from '../../../../../ui/control/button/file-button.tsx';
import { FileDropZone } from '../../../../../ui/files/file-drop-zone.tsx';
import { FileUploads, isUnfinished, useUploads } from '../../../../../ui/files/file-uploads.tsx';
import HandedList from '../../../../../ui/files/handed-list.tsx';
import { useMedia } from '../../../../../ui/layout/use-media.ts';
import { ToolButton } from '../../../../../ui/page/tool-button.tsx';
import { answerFilesOf } from '../../run/answer-files.ts';
import type { AnswersProps } from './answers.ts';
import classes from './answers.module.css';
import { SendingContext } from './sending.ts';

type Shown = Omit<HandedFile, 'question_id'>;

const NO_FILES: ReadonlyMap<number, Shown> = new Map();
const nothing = () => () => {};
// A camera's own format is none that a browser shows: without it in the list phones hand over a JPEG.
const ACCEPTED = /^hei[cf]$/;

/** Files to be handed in: chosen, or taken with the camera, each replaced or taken out again. */
export function UploadAnswer({ question, given, locked, onAnswer }: AnswersProps) {
  const t = useTranslations('handins');
  const place = use(SendingContext);
  const sending = place && answerFilesOf(place.run, place.onSending);
  const [trial] = useState(() => new Uploads());
  const [tried, setTried] = useState<ReadonlyMap<number, Shown>>(NO_FILES);
  const sent = useSyncExternalStore(sending?.subscribe ?? nothing, sending?.files ?? (() => NO_FILES));
  const [refused, setRefused] = useState('');
  const uploads = sending?.uploadsOf(question.id) ?? trial;
  // What failed is in nobody's way.
  const underway = useUploads(uploads).filter(isUnfinished).length;
  const bytes = useBytes();
  const known = sending ? sent : tried;
  const { max_files, file_kinds, max_megabytes } = filesAsked(question.work ?? {});
  const files = given.answer_ids.flatMap((id) => known.get(id) ?? []);
  const free = max_files - files.length - underway;
  const accept = file_kinds.includes('others')
    ? undefined
    : file_kinds
        .flatMap((kind) => (kind === 'others' ? [] : KIND_EXTENSIONS[kind]))
        .filter((extension) => !ACCEPTED.test(extension))
        .map((extension) => `.${extension}`)
        .join(',');

  /** Why a file is none that is asked for; '' where it is one. */
  function faultOf({ name, size }: File): string {
    const kind = fileKindOf(name);
    if (size === 0) return t('empty', { name });
    if (kind === null || !file_kinds.includes(kind)) return t('wrong_kind', { name });
    return size > max_megabytes * MEGABYTE
      ? t('too_large', { name, limit: bytes(max_megabytes * MEGABYTE) })
      : '';
  }

  function take(chosen: readonly File[], replaces?: Shown): void {
    const room = replaces ? 1 : free;
    const fits = chosen.filter((file) => faultOf(file) === '');
    const fault = chosen.map(faultOf).find(Boolean) ?? '';
    setRefused(fault || (fits.length > room ? t('full', { count: max_files }) : ''));
    const taken = fits.slice(0, Math.max(0, room));
    if (sending) for (const file of taken) sending.add(question.id, file, replaces?.id);
    else keepHere(taken, replaces);
  }

  /** In a preview nothing goes anywhere. */
  function keepHere(taken: readonly File[], replaces?: Shown): void {
    const first = Math.max(0, ...tried.keys()) + 1;
    const shown = taken.map((file, at) => ({
      id: first + at,
      name: file.name,
      size: file.size,
      content_type: file.type,
      width: null,
      height: null,
      url: '',
    }));
    setTried(new Map([...tried, ...shown.map((file) => [file.id, file] as const)]));
    const kept = given.answer_ids.filter((id) => id !== replaces?.id);
    onAnswer({ answer_ids: [...kept, ...shown.map(({ id }) => id)].slice(-ANSWER_FILES) });
  }

  return (
    <div className={`${classes.files} stack gap-5`}>
      <p className="note flush">
        {t('asked', {
          count: max_files,
          kinds: file_kinds.map((kind) => t(`kinds.${kind}`)).join(', '),
          limit: bytes(max_megabytes * MEGABYTE),
        })}
        {!sending && ` ${t('preview')}`}
      </p>
      <HandedList
        label={t('given')}
        files={files}
        tools={(file) =>
          locked ? null : (
            <>
              <Replace file={file} accept={accept} onFile={(next) => take([next], file)} />
              <ToolButton
                label={t('remove', { name: file.name })}
                onClick={() => onAnswer({ answer_ids: given.answer_ids.filter((id) => id !== file.id) })}
              >
                <IconX size={20} aria-hidden />
              </ToolButton>
            </>
          )
        }
      />
      <FileUploads uploads={uploads} />
      <p className="unseen" role="status">
        {t('there', { count: files.length })}
      </p>
      {refused && (
        <p className="flush bad" role="alert">
          {refused}
        </p>
      )}
      {!locked && free > 0 && (
        <FileDropZone
          label={t('choose', { count: free })}
          multiple={free > 1}
          {...(accept && { accept })}
          onFiles={(chosen) => take(chosen)}
        >
          {file_kinds.includes('pictures') && <Camera onFile={(file) => take([file])} />}
        </FileDropZone>
      )}
    </div>
  );
}

/** The camera of what is held in a hand. */
function Camera({ onFile }: { onFile: (file: File) => void }) {
  const t = useTranslations('handins');
  const reset = useRef<() => void>(null);
  const isHeld = useMedia('(pointer: coarse)');
  if (!isHeld) return null;
  return (
    <FileButton
      accept="image/jpeg,image/png"
      inputProps={{ capture: 'environment' }}
      resetRef={reset}
      onChange={(file) => {
        if (file) onFile(file);
        reset.current?.();
      }}
    >
      {(button) => (
        <Button {...button} leftSection={<IconCamera size={18} aria-hidden />}>
          {t('camera')}
        </Button>
      )}
    </FileButton>
  );
}

function Replace({
  file,
  accept,
  onFile,
}: {
  file: Shown;
  accept: string | undefined;
  onFile: (file: File) => void;
}) {
  const t = useTranslations('handins');
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      {...(accept && { accept })}
      resetRef={reset}
      onChange={(next) => {
        if (next) onFile(next);
        reset.current?.();
      }}
    >
      {(button) => (
        <ToolButton label={t('replace', { name: file.name })} {...button}>
          <IconReplace size={20} aria-hidden />
        </ToolButton>
      )}
    </FileButton>
  );
}
