import type { importQuestions, IMPORT_FORMATS } from '#contract/exams/exchange';
import { extensionOf } from '#contract/learning/media';
import type { ResponseOf } from '#contract/platform';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { FileDropZone } from '../../../../ui/files/file-drop-zone.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import classes from '../form-builder.module.css';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

type Rows = ResponseOf<typeof importQuestions>['rows'];
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

type Row = Rows[number];

interface Props<R extends Row> {
  text: string;
  /** How many questions a file may have. */
  most: number;
  /** Where they go, if one may choose. */
  children?: ReactNode;
  /** What would become of each question. */
  read: (file: File, format: ImportFormat) => Promise<R[]>;
  /** By what it is read again when that changes. */
  again?: string;
  /** What is chosen of what was found. */
  choices?: (rows: readonly R[]) => ReactNode;
  /** Whether one that can be added is. */
  takes?: (row: R) => boolean;
  /** What else is told of one. */
  told?: (row: R) => ReactNode;
  /** Takes those that can be taken; how many these were. */
  add: (file: File, format: ImportFormat) => Promise<number>;
  onClose: () => void;
}

/** By the extension; a text may have any. */
const FORMATS: Record<string, ImportFormat> = {
  xlsx: 'xlsx',
  xml: 'moodle',
  zip: 'qti',
};

async function formatOf(file: File): Promise<ImportFormat> {
  const known = FORMATS[extensionOf(file.name)] ?? 'gift';
  // One item of QTI has the same extension.
  const isItem =
    known === 'moodle' &&
    /<(?:\w+:)?(?:qti-assessment-item|assessmentItem)\b/.test(await file.slice(0, 4096).text());
  return isItem ? 'qti' : known;
}

/** Reads questions from a file, says what becomes of each line, and adds those that can be taken. */
export function QuestionFileDialog<R extends Row = Row>({
  text,
  most,
  children,
  read: readFile,
  again = '',
  choices,
  takes = () => true,
  told,
  add,
  onClose,
}: Props<R>) {
  const t = useTranslations('forms.import');
  const common = useTranslations('common');
  const errorText = useErrorText();
  const [read, setRead] = useState<{ file: File; rows: R[] } | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(0);
  const isTaken = (row: R) => row.problems.length === 0 && takes(row);
  const sound = read?.rows.filter(isTaken).length ?? 0;

  const readAgain = useEffectEvent(() => read && void send(read.file, true));
  useEffect(() => {
    readAgain();
  }, [again]);

  async function send(file: File, isDry: boolean): Promise<void> {
    const own = (latest.current += 1);
    setBusy(true);
    setProblem(null);
    try {
      const format = await formatOf(file);
      if (isDry) {
        const rows = await readFile(file, format);
        // One that was asked for later is told.
        if (own === latest.current) setRead({ file, rows });
      } else {
        const count = await add(file, format);
        showSuccess(t('added', { count }));
        onClose();
      }
    } catch (error) {
      if (own !== latest.current) return;
      setRead(null);
      setProblem(errorText(errorOf(error)));
    } finally {
      if (own === latest.current) setBusy(false);
    }
  }

  return (
    <Dialog onClose={onClose} size="lg" title={t('title')}>
      <p className={classes.lead}>{text}</p>
      <div className="stack gap-6">
        {children}
        <FileDropZone
          label={t('choose')}
          hint={t('hint', { most })}
          accept=".xml,.zip,.xlsx,.gift,.txt"
          onFiles={([file]) => file && void send(file, true)}
        />
      </div>
      {problem && (
        <div className="after-7">
          <Notice tone="bad" title={problem} alert />
        </div>
      )}
      {read && (
        <>
          <p className={classes.lead} role="status">
            {t('found', { name: read.file.name, sound, refused: read.rows.length - sound })}
          </p>
          {choices?.(read.rows)}
          {/* Scrolls, so the keyboard has to reach it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <ol className={classes.outcomes} tabIndex={0} aria-label={t('outcomes')}>
            {read.rows.map((row) => {
              const { line, title, answers, problems, left_out, files, named, source, section, same_as } =
                row;
              return (
                <li key={line} data-sourced={source !== '' || undefined}>
                  <span className="quiet anywhere">{source || t('line', { line })}</span>
                  <div className={`${classes.outcome} stack shrinks anywhere gap-2 narrow-whole`}>
                    <span>{title || t('untitled')}</span>
                    {section && <span className="quiet small">{t('section', { section })}</span>}
                    {same_as && (
                      <span className="small">
                        {t('same_as', { place: same_as.source || t('line', { line: same_as.line }) })}
                      </span>
                    )}
                    {told?.(row)}
                    {problems.map((each) => (
                      <span key={each} className="bad small">
                        {t(`problems.${each}`, { named })}
                      </span>
                    ))}
                    {left_out.length > 0 && (
                      <span className="quiet small">
                        {t('left_out', {
                          what: left_out.map((each) => t(`left.${each}`, { named })).join(', '),
                        })}
                      </span>
                    )}
                  </div>
                  <StatusBadge tone={problems.length ? 'bad' : isTaken(row) ? 'good' : 'neutral'}>
                    {!isTaken(row)
                      ? t('skipped')
                      : [
                          t('answers', { count: answers }),
                          ...(files ? [t('files', { count: files })] : []),
                        ].join(', ')}
                  </StatusBadge>
                </li>
              );
            })}
          </ol>
        </>
      )}
      <div className={`${classes.dialogButtons} wraps gap-5`}>
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button loading={busy} disabled={sound === 0} onClick={() => read && void send(read.file, false)}>
          {t('add', { count: sound })}
        </Button>
      </div>
    </Dialog>
  );
}
