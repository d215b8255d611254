import { previewForm } from '#contract/exams/attempts';
import type { BodyInputOf, ResponseOf } from '#contract/platform';
import { Fragment, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/control/button/button.tsx';
import { QuestionCard } from '../../features/exams/attempts/paper/question-card.tsx';
import { SectionHead } from '../../features/exams/attempts/paper/sections/section-head.tsx';
import { type Given, isAnswered, NOTHING } from '../../features/exams/attempts/run/outbox.ts';
import { ResultQuestions } from '../../features/exams/attempts/result/result-questions.tsx';
import { ResultSections } from '../../features/exams/attempts/result/sections/result-sections.tsx';
import type { PreviewProps } from '../../features/exams/forms/form-builder-screen.tsx';
import { call } from '../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../lib/api/errors.ts';
import { loadMessages } from '../../lib/words/locale.tsx';
import { showWarning } from '../../lib/page/toasts.ts';
import { Notice } from '../../ui/state/notice.tsx';
import classes from './form-preview.module.css';
import { Dialog } from '../../ui/dialog/dialog.tsx';

type Preview = ResponseOf<typeof previewForm>;

/** The draft as a student takes it: answered and graded here, and kept nowhere. */
export default function FormPreview({ course_id, form_id, name, onClose }: PreviewProps) {
  const t = useTranslations('forms.preview');
  const errorText = useErrorText();
  const [seed] = useState(() => Math.floor(Math.random() * 2_000_000_000));
  const [preview, setPreview] = useState<Preview | null>(null);
  const [given, setGiven] = useState<ReadonlyMap<number, Given>>(new Map());
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);

  async function ask(answers?: BodyInputOf<typeof previewForm>['answers']): Promise<void> {
    setBusy(true);
    try {
      const [answer] = await Promise.all([
        call(previewForm, {
          params: { id: course_id, formId: form_id },
          body: { seed, ...(answers && { answers }) },
          quiet: true,
        }),
        // The cards of a test speak its words.
        loadMessages(['attempts', 'attempt_results']),
      ]);
      setPreview(answer);
    } catch (error) {
      showWarning(errorText(errorOf(error)));
      if (!answers) onClose();
    } finally {
      setBusy(false);
    }
  }

  // Once: what is shown is the draft as it was when the preview was opened.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => void ask(), []);

  const givenTo = (id: number): Given => given.get(id) ?? NOTHING;

  function finish(): void {
    const open = preview!.questions.some(({ id, required }) => required && !isAnswered(givenTo(id)));
    setMissing(open);
    if (open) return;
    void ask(
      [...given].map(([question_id, answer]) => ({
        ...answer,
        question_id,
        answer_ids: [...answer.answer_ids],
      })),
    );
  }

  /** The section that begins with a question. */
  const headOf = (id: number) => {
    const { sections } = preview!;
    const place = sections.findIndex(({ question_ids }) => question_ids[0] === id);
    if (place < 0) return null;
    const section = { number: place + 1, words: sections[place]! };
    return <SectionHead section={section} total={sections.length} begins />;
  };

  return (
    <Dialog onClose={onClose} side="whole" title={t('title', { name })}>
      {preview && (
        <div className={classes.paper}>
          <Notice tone="neutral" title={t('notice')}>
            {t('minutes', { minutes: preview.minutes })}
          </Notice>
          {preview.result ? (
            <Result result={preview.result} />
          ) : (
            preview.questions.map((question, index) => (
              <Fragment key={question.id}>
                {headOf(question.id)}
                <QuestionCard
                  question={question}
                  index={index}
                  total={preview.questions.length}
                  given={givenTo(question.id)}
                  marked={marked.has(question.id)}
                  missing={missing && question.required && !isAnswered(givenTo(question.id))}
                  locked={false}
                  onAnswer={(answer) => setGiven((before) => new Map(before).set(question.id, answer))}
                  onMark={() =>
                    setMarked((before) => {
                      const next = new Set(before);
                      if (!next.delete(question.id)) next.add(question.id);
                      return next;
                    })
                  }
                />
              </Fragment>
            ))
          )}
          <div className="wraps gap-5">
            {preview.result ? (
              <Button
                variant="default"
                onClick={() => {
                  setGiven(new Map());
                  setPreview({ ...preview, result: null });
                }}
              >
                {t('again')}
              </Button>
            ) : (
              <Button loading={busy} onClick={finish}>
                {t('finish')}
              </Button>
            )}
            <Button variant="subtle" onClick={onClose}>
              {t('close')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

/** What the student would be told. */
function Result({ result }: { result: NonNullable<Preview['result']> }) {
  const t = useTranslations('forms.preview');
  if (!result.published) return <Notice tone="neutral" title={t('unpublished')} />;
  const { passed_successfully: passed = false, percent = 0, score = 0, max_score = 0, ects = '' } = result;
  return (
    <>
      <Notice tone={passed ? 'good' : 'bad'} title={passed ? t('passed') : t('failed')} alert>
        <p className={classes.text}>
          {t('score', { score, max: max_score, percent: Math.round(percent), ects })}
        </p>
        {result.text_after_passing && <p className={classes.text}>{result.text_after_passing}</p>}
      </Notice>
      {result.sections && <ResultSections sections={result.sections} />}
      {result.score_explanation && (
        <ResultQuestions questions={result.score_explanation} sections={result.sections} note={() => null} />
      )}
    </>
  );
}
