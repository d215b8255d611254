import { getPaperSheet, listPrintRuns } from '#contract/exams/prints';
import type { ResponseOf } from '#contract/platform';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useData } from '../../../lib/api/use-data.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { SheetForm } from './sheet-form.tsx';
import { TypedList } from './typed-list.tsx';
import classes from './sheet-screen.module.css';
import { paperPath } from '../../../lib/paths/result-paths.ts';

interface Props {
  course_id: number;
  form_id: number;
  run_id: number;
}

/** One paper after another: whose it is, and what stands on its answer sheet. */
export function SheetScreen({ course_id, form_id, run_id }: Props) {
  const t = useTranslations('sheets');
  const query = useData(listPrintRuns, { params: { id: course_id, formId: form_id } });
  return (
    <Loaded query={query}>
      {({ form, runs }) => {
        const run = runs.find(({ id }) => id === run_id);
        return (
          <>
            <PageHeader
              small
              title={t('title')}
              description={form.name}
              back={{ to: paperPath(course_id, form_id), label: t('back') }}
            />
            {run ? (
              <Sheets params={{ id: course_id, formId: form_id, runId: run_id }} run={run} />
            ) : (
              <EmptyState title={t('no_run')} text={t('no_run_text')} />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

interface SheetsProps {
  params: { id: number; formId: number; runId: number };
  run: ResponseOf<typeof listPrintRuns>['runs'][number];
}

function Sheets({ params, run }: SheetsProps) {
  const [variant, setVariant] = useState(1);
  const query = useData(getPaperSheet, { params, query: { variant }, keep: true });
  return (
    <div className={`${classes.pair} wraps`}>
      <Loaded query={query}>
        {({ questions }) => (
          <SheetForm
            params={params}
            run={run}
            variant={variant}
            questions={questions}
            onVariant={setVariant}
          />
        )}
      </Loaded>
      {/* Below the sheet on a phone, which would move it away when it comes. */}
      {query.data && <TypedList params={params} />}
    </div>
  );
}
