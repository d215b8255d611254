import { listRepairs, previewRepair } from '#contract/exams/results';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Checkbox } from '../../../../ui/control/choice/checkbox.tsx';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Panel } from '../../../../ui/page/panel.tsx';
import { KeyQuestion } from './key-question.tsx';
import classes from './key-screen.module.css';
import { resultsPath } from '../../../../lib/paths/result-paths.ts';
import { RepairDialog } from './repair-dialog.tsx';
import { RepairList } from './repair-list.tsx';
import { keyOf, type Repairs, type Preview, type Change, type Mended } from './repair.ts';

interface Props {
  course_id: number;
  form_id: number;
}

/** The key of a published form: which answers are right, and whose results would change by mending it. */
export function KeyScreen({ course_id, form_id }: Props) {
  const t = useTranslations('results.key');
  const query = useData(listRepairs, { params: { id: course_id, formId: form_id } });
  return (
    <Loaded query={query}>
      {(key) => (
        <>
          <PageHeader
            title={t('title')}
            description={t('description')}
            back={{ to: resultsPath(course_id, form_id), label: key.form.name }}
          />
          <div className="stack gap-7">
            <Mending
              // Starts from the key anew once it was mended.
              key={JSON.stringify(key.repairs.map(({ id, undone_at }) => [id, undone_at]))}
              course_id={course_id}
              form_id={form_id}
              questions={key.questions}
            />
            {key.repairs.length > 0 && (
              <RepairList course_id={course_id} form_id={form_id} repairs={key.repairs} />
            )}
          </div>
        </>
      )}
    </Loaded>
  );
}

function Mending({ course_id, form_id, questions }: Props & { questions: Repairs['questions'] }) {
  const t = useTranslations('results.key');
  const [mended, setMended] = useState<ReadonlyMap<string, Mended>>(new Map());
  const [only_raise, setOnlyRaise] = useState(true);
  const [preview, setPreview] = useState<Preview | null>(null);
  const look = useAction(previewRepair, { onDone: setPreview });
  const changes = questions.flatMap((question) => changeOf(question, mended.get(nameOf(question))));
  const complete = changes.every(
    (change) =>
      'annulled' in change ||
      'pairs' in change ||
      Boolean(
        change.right_answer_ids?.length ||
        change.accepted?.length ||
        change.gap_accepted?.length ||
        change.area_accepted?.length,
      ),
  );
  const params = { id: course_id, formId: form_id };
  return (
    <>
      <Panel title={t('questions')}>
        <ol className="stack plain gap-8">
          {questions.map((question, index) => (
            <li key={nameOf(question)} className="parted-8">
              <KeyQuestion
                question={question}
                number={index + 1}
                mended={mended.get(nameOf(question)) ?? null}
                onChange={(next) => setMended(new Map(mended).set(nameOf(question), next))}
              />
            </li>
          ))}
        </ol>
      </Panel>
      <div
        className={`${classes.bar} sticks`}
        data-changed={changes.length > 0 || undefined}
        role="region"
        aria-label={t('mending')}
      >
        <span className="strong" role="status">
          {t('changed', { count: changes.length })}
        </span>
        <Checkbox
          className={classes.raise}
          label={t('only_raise')}
          description={t('only_raise_hint')}
          checked={only_raise}
          onChange={(event) => setOnlyRaise(event.currentTarget.checked)}
        />
        <Button
          disabled={changes.length === 0 || !complete}
          loading={look.busy}
          onClick={() => void look.run({ params, body: { changes, only_raise } })}
        >
          {t('preview')}
        </Button>
      </div>
      {preview && (
        <RepairDialog
          course_id={course_id}
          form_id={form_id}
          changes={changes}
          only_raise={only_raise}
          preview={preview}
          onClose={() => setPreview(null)}
        />
      )}
    </>
  );
}

/** Versions that ask a question otherwise have each their own. */
const nameOf = ({ id, version }: Repairs['questions'][number]) => `${id}-${version}`;

/** What the mended question changes of the key, if anything. */
function changeOf(question: Repairs['questions'][number], mended: Mended | undefined): Change[] {
  if (!mended) return [];
  const { type, version } = question;
  const changed = { question_id: question.id, version };
  if (mended.annulled) return question.annulled ? [] : [{ ...changed, annulled: true }];
  const ordered = (key: Mended) =>
    // Only an order is another one where its answers stand elsewhere.
    JSON.stringify({ ...key, right: type === 'ordering' ? key.right : key.right.toSorted((a, b) => a - b) });
  if (ordered(mended) === ordered(keyOf(question))) return [];
  if (type === 'matching') return [{ ...changed, pairs: mended.pairs }];
  const more = {
    ...(mended.accepted.length > 0 && { accepted: mended.accepted }),
    ...(mended.gap_accepted.length > 0 && { gap_accepted: mended.gap_accepted }),
    ...(mended.area_accepted.length > 0 && { area_accepted: mended.area_accepted }),
  };
  return [{ ...changed, right_answer_ids: mended.right, ...more }];
}
