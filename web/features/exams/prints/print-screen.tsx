import { listPrintRuns, variantLetter } from '#contract/exams/prints';
import type { ResponseOf } from '#contract/platform';
import { IconKeyboard, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useData } from '../../../lib/api/use-data.ts';
import { useMay } from '../../../lib/session/session.ts';
import { dateTimeText } from '../../../lib/words/dates.ts';
import { Button } from '../../../ui/control/button/button.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Section } from '../../../ui/page/panel.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { NewRun } from './new-run.tsx';
import { resultsPath, sheetsPath } from '../../../lib/paths/result-paths.ts';
import { PrintDialog } from './print-dialog.tsx';
import classes from '../../../ui/list/list-line.module.css';

export type Run = ResponseOf<typeof listPrintRuns>['runs'][number];

interface Props {
  course_id: number;
  form_id: number;
}

/** A test on paper: what was laid out of it, and its pages. */
export function PrintScreen({ course_id, form_id }: Props) {
  const t = useTranslations('prints');
  const may = useMay();
  const params = { id: course_id, formId: form_id };
  const query = useData(listPrintRuns, { params });
  const [asked, setAsked] = useState<Run | null>(null);
  return (
    <Loaded query={query}>
      {({ form, version, questions, differs, runs }) => (
        <>
          <PageHeader
            title={t('title')}
            description={t('description')}
            back={{ to: resultsPath(course_id, form_id), label: form.name }}
          />
          <div className="stack gap-7">
            {may('editEduMaterials') && (
              <NewRun
                params={params}
                version={version}
                questions={questions}
                differs={differs}
                onMade={(id, variants) => setAsked({ id, version, variants, author: null, created_at: '' })}
              />
            )}
            {runs.length === 0 ? (
              <EmptyState
                title={t('none')}
                text={t(may('editEduMaterials') ? 'none_text' : 'none_text_others')}
              />
            ) : (
              <Section title={t('runs')}>
                <ul className="stack plain">
                  {runs.map((run) => (
                    <RunItem
                      key={run.id}
                      run={run}
                      sheets={sheetsPath(course_id, form_id, run.id)}
                      onPrint={() => setAsked(run)}
                    />
                  ))}
                </ul>
              </Section>
            )}
          </div>
          {asked && <PrintDialog params={params} run={asked} onClose={() => setAsked(null)} />}
        </>
      )}
    </Loaded>
  );
}

function RunItem({ run, sheets, onPrint }: { run: Run; sheets: string; onPrint: () => void }) {
  const t = useTranslations('prints');
  const may = useMay();
  const { author, variants } = run;
  return (
    <li className={`${classes.line} ruled`}>
      <div className={classes.words}>
        <p className="flush strong">
          {t('variants', { count: variants, last: variantLetter(variants) })}
          <span className="quiet"> · {t('version', { number: run.version })}</span>
        </p>
        <p className="note anywhere">
          {dateTimeText(run.created_at)}
          {author && ` · ${author.last_name} ${author.first_name}`}
        </p>
      </div>
      <div className="wraps gap-4">
        {may('editEduMaterials') && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={onPrint}
          >
            {t('print')}
          </Button>
        )}
        <Button
          component={Link}
          to={sheets}
          variant="default"
          size="sm"
          leftSection={<IconKeyboard size={18} aria-hidden />}
        >
          {t('type_in')}
        </Button>
      </div>
    </li>
  );
}
