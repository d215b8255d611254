import { importQuestions, type IMPORT_FORMATS } from '#contract/exams/exchange';
import { extensionOf } from '#contract/learning/media';
import type { ResponseOf } from '#contract/platform';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { call } from '../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { FileDropZone } from '../../../ui/files/file-drop-zone.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { StatusBadge } from '../../../ui/state/status-badge.tsx';
import { useBuilder } from './builder-context.ts';
import classes from './form-builder.module.css';
import { Dialog } from '../../../ui/dialog/dialog.tsx';

interface Props {
  form: { id: number; formId: number };
  onClose: () => void;
}

/** By the extension; a text may have any. */
const FORMATS: Record<string, (typeof IMPORT_FORMATS)[number]> = {
  xlsx: 'xlsx',
  xml: 'moodle',
  zip: 'qti',
};

interface Read {
  file: File;
  rows: ResponseOf<typeof importQuestions>['rows'];
}

/** Reads questions from a file, says what becomes of each line, and adds those that can be taken. */
export default function ImportDialog({ form, onClose }: Props) {
  const t = useTranslations('forms.import');
  const common = useTranslations('common');
  const errorText = useErrorText();
  const { store } = useBuilder();
  const [read, setRead] = useState<Read | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const sound = read?.rows.filter(({ problems }) => problems.length === 0).length ?? 0;

  async function send(file: File, dry_run: 'true' | 'false'): Promise<void> {
    const known = FORMATS[extensionOf(file.name)] ?? 'gift';
    // One item of QTI has the same extension.
    const isItem =
      known === 'moodle' &&
      /<(?:\w+:)?(?:qti-assessment-item|assessmentItem)\b/.test(await file.slice(0, 4096).text());
    const format = isItem ? 'qti' : known;
    const { revision } = store;
    setBusy(true);
    setProblem(null);
    try {
      const query = { format, dry_run, ...(revision && { revision }) } as const;
      const answer = await call(importQuestions, { params: form, query, upload: file, quiet: true });
      if (dry_run === 'true') {
        setRead({ file, rows: answer.rows });
      } else {
        // Sections come with the settings, which are read anew.
        if (answer.rows.some(({ section }) => section !== undefined)) await store.load();
        else store.adopt(answer.questions, answer.revision);
        showSuccess(t('added', { count: answer.questions.length }));
        onClose();
      }
    } catch (error) {
      setRead(null);
      setProblem(errorText(errorOf(error)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog onClose={onClose} size="lg" title={t('title')}>
      <p className={classes.lead}>{t('text')}</p>
      <FileDropZone
        label={t('choose')}
        hint={t('hint')}
        accept=".xml,.zip,.xlsx,.gift,.txt"
        onFiles={([file]) => file && void send(file, 'true')}
      />
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
          {/* Scrolls, so the keyboard has to reach it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <ol className={classes.outcomes} tabIndex={0} aria-label={t('outcomes')}>
            {read.rows.map(({ line, title, answers, problems, left_out, files, named, source, section }) => (
              <li key={line}>
                <span className="quiet">{source || t('line', { line })}</span>
                <div className={`${classes.outcome} stack shrinks anywhere gap-2 narrow-whole`}>
                  <span>{title || t('untitled')}</span>
                  {section && <span className="quiet small">{t('section', { section })}</span>}
                  {problems.map((each) => (
                    <span key={each} className="bad small">
                      {t(`problems.${each}`, { named })}
                    </span>
                  ))}
                  {left_out.length > 0 && (
                    <span className="quiet small">
                      {t('left_out', { what: left_out.map((each) => t(`left.${each}`)).join(', ') })}
                    </span>
                  )}
                </div>
                <StatusBadge tone={problems.length ? 'bad' : 'good'}>
                  {problems.length
                    ? t('skipped')
                    : [
                        t('answers', { count: answers }),
                        ...(files ? [t('files', { count: files })] : []),
                      ].join(', ')}
                </StatusBadge>
              </li>
            ))}
          </ol>
        </>
      )}
      <div className={`${classes.dialogButtons} wraps gap-5`}>
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button loading={busy} disabled={sound === 0} onClick={() => read && void send(read.file, 'false')}>
          {t('add', { count: sound })}
        </Button>
      </div>
    </Dialog>
  );
}
