import {
  ANSWER_FILES,
  FILE_KINDS,
  KIND_EXTENSIONS,
  MEGABYTE,
  type FileKind,
} from '#contract/exams/questions';
import { FILE_LIMIT } from '#contract/learning/media';
import { useTranslations } from 'use-intl';
import { useBytes } from '../../../../lib/files/bytes.ts';
import { Checkbox } from '../../../../ui/control/choice/checkbox.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import type { QuestionDraft } from '../draft.ts';
import classes from './question-editor.module.css';

interface Props {
  question: QuestionDraft;
  onChange: (name: string, next: Partial<QuestionDraft>) => void;
}

const SIZES = [5, 10, 20, 50, 100, 500, FILE_LIMIT / MEGABYTE];
const SHOWN_EXTENSIONS = 6;

/** What may be handed in: how many files, of which kinds, how large each. */
export function UploadTerms({ question, onChange }: Props) {
  const t = useTranslations('forms');
  const bytes = useBytes();
  const { max_files, file_kinds, max_megabytes } = question;
  const sizes = SIZES.includes(max_megabytes) ? SIZES : [max_megabytes, ...SIZES];
  const some = (kind: FileKind) =>
    kind === 'others' ? t('file_others') : `${KIND_EXTENSIONS[kind].slice(0, SHOWN_EXTENSIONS).join(', ')}…`;
  return (
    <>
      <div className={classes.measures}>
        <NativeSelect
          label={t('max_files')}
          data={Array.from({ length: ANSWER_FILES }, (_, at) => ({
            value: String(at + 1),
            label: String(at + 1),
          }))}
          value={String(max_files)}
          onChange={(event) => onChange('', { max_files: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label={t('max_size')}
          data={sizes.map((size) => ({ value: String(size), label: bytes(size * MEGABYTE) }))}
          value={String(max_megabytes)}
          onChange={(event) => onChange('', { max_megabytes: Number(event.currentTarget.value) })}
        />
      </div>
      <Checkbox.Group<FileKind>
        label={t('file_kinds')}
        value={file_kinds}
        // Something may be handed in.
        onChange={(next) => next.length > 0 && onChange('', { file_kinds: next })}
      >
        <div className="stack gap-3">
          {FILE_KINDS.map((kind) => (
            <Checkbox key={kind} value={kind} label={t(`kinds.${kind}`)} description={some(kind)} />
          ))}
        </div>
      </Checkbox.Group>
    </>
  );
}
