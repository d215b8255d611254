import { getCourse } from '#contract/learning/courses';
import { listFormNames } from '#contract/exams/forms';
import { listResults, RESULT_STATES } from '#contract/exams/results';
import {
  IconChartBar,
  IconKey,
  IconPencilCheck,
  IconPrinter,
  IconSend,
  IconShieldLock,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { useListState } from '../../../../lib/form/list-state.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { codeOf } from '../../../../lib/api/errors.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import { FilterSelect } from '../../../../ui/filter/filter-select.tsx';
import { useSelection } from '../../../../ui/list/selection.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { EmptyState, NotFound } from '../../../../ui/state/states.tsx';
import {
  codePath,
  keyPath,
  paperPath,
  questionsPath,
  resultsPath,
} from '../../../../lib/paths/result-paths.ts';
import { ResultsBar } from './results-bar.tsx';
import { FILTERS, ResultsTable } from './results-table.tsx';
import type { ResultRow, Asked } from '../result.ts';
import { later } from '../../../../lib/page/later.tsx';

const DecisionDialogs = later(() => import('./decision-dialogs.tsx'));

interface Props {
  course_id: number;
  /** null: the first of the course. */
  form_id: number | null;
}

/** The results of a course's tests and exams, one form at a time, and what staff decide about them. */
export function ResultsScreen({ course_id, form_id }: Props) {
  const forms = useData(listFormNames, { query: { course: String(course_id), page_size: 100 } });
  return (
    <Loaded query={forms}>
      {({ results }) => {
        const [first] = results;
        if (form_id !== null) return <FormResults course_id={course_id} form_id={form_id} forms={results} />;
        if (first) return <Navigate to={resultsPath(course_id, first.id)} replace />;
        return <NoForms course_id={course_id} />;
      }}
    </Loaded>
  );
}

/** A course without tests, unless it is one that the person does not see. */
function NoForms({ course_id }: { course_id: number }) {
  const t = useTranslations('results');
  const course = useData(getCourse, { params: { id: course_id } });
  return (
    <Loaded query={course}>
      {() => (
        <>
          <PageHeader title={t('title')} back={{ to: `/course/${course_id}#analytics`, label: t('back') }} />
          <EmptyState title={t('no_forms')} text={t('no_forms_text')} />
        </>
      )}
    </Loaded>
  );
}

/** Milliseconds after which the list is read again: who begins, and who has finished, is seen while an exam goes. */
const LIVE_MS = 20_000;

function FormResults({
  course_id,
  form_id,
  forms,
}: {
  course_id: number;
  form_id: number;
  forms: readonly { id: number; name: string }[];
}) {
  const t = useTranslations('results');
  const navigate = useNavigate();
  const list = useListState(listResults);
  const params = { id: course_id, formId: form_id };
  const query = useData(listResults, { params, query: list.query, keep: true, every: LIVE_MS });
  const { page: _, ordering: __, ...about } = list.query as Record<string, unknown>;
  const selection = useSelection<ResultRow>(JSON.stringify([form_id, about]));
  const [asked, setAsked] = useState<Asked | null>(null);
  const groups = useData(getCourse, { params: { id: course_id } }).data?.groups ?? [];
  const page = query.data;
  const may = useMay();
  // Of a form that is not there nothing is to be done or chosen.
  if (codeOf(query.error) === 'not_found') return <NotFound />;
  const name = page?.form.name ?? forms.find(({ id }) => id === form_id)?.name ?? t('title');
  return (
    <>
      <PageHeader
        title={name}
        description={t('title')}
        back={{ to: `/course/${course_id}#analytics`, label: t('back') }}
        actions={
          <>
            <Button
              component={Link}
              to={questionsPath(course_id, form_id)}
              variant="default"
              leftSection={<IconChartBar size={18} aria-hidden />}
            >
              {t('questions')}
            </Button>
            {may('manageAttempts') && (
              <Button
                component={Link}
                to={codePath(course_id, form_id)}
                variant="default"
                leftSection={<IconShieldLock size={18} aria-hidden />}
              >
                {t('code.title')}
              </Button>
            )}
            {may('manageAttempts') && (
              <Button
                component={Link}
                to={paperPath(course_id, form_id)}
                variant="default"
                leftSection={<IconPrinter size={18} aria-hidden />}
              >
                {t('on_paper')}
              </Button>
            )}
            {(page ? page.may_repair : may('editEduMaterials')) && (
              <Button
                component={Link}
                to={keyPath(course_id, form_id)}
                variant="default"
                leftSection={<IconKey size={18} aria-hidden />}
              >
                {t('mend_key')}
              </Button>
            )}
          </>
        }
      />
      <div className="stack gap-6">
        {page && page.in_review > 0 && (
          <Notice
            tone="warning"
            title={t('waiting', { count: page.in_review })}
            action={
              <Button
                leftSection={<IconSend size={18} aria-hidden />}
                onClick={() => setAsked({ action: 'publish', rows: [] })}
              >
                {t('publish_all')}
              </Button>
            }
          >
            {t('waiting_text')}
          </Notice>
        )}
        {page && page.unmarked > 0 && (
          <Notice
            tone="warning"
            title={t('unmarked', { count: page.unmarked })}
            action={
              <Button
                component={Link}
                to={`/marking/answers?form=${form_id}`}
                leftSection={<IconPencilCheck size={18} aria-hidden />}
              >
                {t('mark_answers')}
              </Button>
            }
          >
            {t('unmarked_text')}
          </Notice>
        )}
        <ListBar
          list={list}
          query={query}
          names={FILTERS}
          lead={
            forms.length > 1 && (
              <NativeSelect
                aria-label={t('form')}
                value={String(form_id)}
                onChange={(event) => void navigate(resultsPath(course_id, Number(event.currentTarget.value)))}
                data={forms.map((form) => ({ value: String(form.id), label: form.name }))}
              />
            )
          }
        >
          {groups.length > 1 && (
            <FilterSelect
              name="group"
              label={t('group')}
              any={t('any_group')}
              choices={groups.map((group) => ({ value: String(group.id), label: group.name }))}
            />
          )}
          <FilterSelect
            name="state"
            label={t('state')}
            any={t('any_state')}
            choices={RESULT_STATES.map((state) => ({ value: state, label: t(`states.${state}`) }))}
          />
          <FilterSelect
            name="passed"
            label={t('outcome')}
            any={t('any_outcome')}
            choices={[
              { value: 'true', label: t('passed') },
              { value: 'false', label: t('failed') },
            ]}
          />
        </ListBar>
        <ResultsTable
          course_id={course_id}
          query={query}
          list={list}
          selection={selection}
          onAsk={setAsked}
        />
        {selection.rows.size > 0 && (
          <ResultsBar rows={[...selection.rows.values()]} onAsk={setAsked} onClear={selection.clear} />
        )}
      </div>
      <Suspense fallback={null}>
        {asked && (
          <DecisionDialogs
            course_id={course_id}
            form_id={form_id}
            asked={asked}
            onClose={() => setAsked(null)}
            onDone={selection.clear}
          />
        )}
      </Suspense>
    </>
  );
}
