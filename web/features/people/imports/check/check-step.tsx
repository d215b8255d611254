import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { SearchInput } from '../../../../ui/control/field/search-input.tsx';
import { online } from '../../../../lib/page/chunks.ts';
import { errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { UnsavedChanges } from '../../../../ui/form/private-form.tsx';
import { Pages } from '../../../../ui/list/pages.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { Panel } from '../../../../ui/page/panel.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import classes from './check-step.module.css';
import { ChooseButton, Problem } from '../choose/choose-step.tsx';
import { FoundColumns } from './found-columns.tsx';
import {
  changesOf,
  columnsOf,
  type Filter,
  hasText,
  type ImportRow,
  lackingLicences,
  type Preview,
  renames,
} from '../import-rows.ts';
import { SameValues, UnknownGroups } from './mend-many.tsx';
import { OutcomeFilter } from './outcome-filter.tsx';
import { RowGrid } from './row-grid.tsx';
import { RunPanel } from '../run/run-panel.tsx';
import { Running } from '../run/running.tsx';
import { StepTitle } from '../step-title.tsx';
import { Steps } from '../steps.tsx';
import { type Check, useCheck } from './use-check.ts';
import { useDroppedFile, useFile } from '../choose/use-file.ts';
import { type Failure, type Run, useRun } from '../run/use-run.ts';
import { useMedia } from '../../../../ui/layout/use-media.ts';

const PAGE = 50;
/** Cards are taller than rows. */
const NARROW_PAGE = 20;

interface Props {
  file: string;
  given: Preview;
  /** Rows that another run left over. */
  isRest: boolean;
  onFile: (name: string, preview: Preview) => void;
  onBack: () => void;
  onDone: (done: Preview, rest: ImportRow[]) => void;
}

/** What the file would do row by row, to be corrected and then run. */
export function CheckStep({ file, given, isRest, onFile, onBack, onDone }: Props) {
  const t = useTranslations('imports');
  const check = useCheck(given, !isRest);
  const other = useOtherFile(check.touched, onFile);
  const run = useRun(check, onDone);
  // At hand also when the connection is lost: a page that has to be loaded again would lose the corrections.
  useEffect(
    () =>
      void online()
        .then(() => import('../../../../ui/dialog/confirm-modal.tsx'))
        .catch(() => {}),
    [],
  );
  const dirty = check.touched || check.totals.error > 0 || changesOf(check.totals) > 0;
  const unsaved = useMemo(() => ({ dirty, isSaved: () => false }), [dirty]);

  if (run.busy) {
    return (
      <>
        <Steps current="done" />
        <Running count={check.body().length} />
        <UnsavedChanges form={unsaved} />
      </>
    );
  }
  return (
    <>
      <Steps current="check" />
      <div className="stack gap-7">
        <Panel>
          <div className={classes.head}>
            <div className="shrinks">
              <StepTitle>{file}</StepTitle>
              <p className="note">{t('rows', { count: check.rows.length })}</p>
            </div>
            <ChooseButton quiet busy={other.file.reading !== null} onChoose={other.choose} />
          </div>
          <FoundColumns columns={given.columns} />
        </Panel>
        {other.file.problem && <Problem problem={other.file.problem} onAgain={other.file.again} />}
        {run.failure && <RunFailure failure={run.failure} onAgain={() => run.start()} />}
        <Rows check={check} found={given.columns} onBack={onBack} run={run} />
        <UnsavedChanges form={unsaved} />
        <ConfirmDialog
          opened={other.asking}
          title={t('other.title')}
          text={t('other.text')}
          confirmLabel={t('other.confirm')}
          onConfirm={other.confirm}
          onCancel={other.cancel}
        />
      </div>
    </>
  );
}

/** Another file in place of this one, after a question when corrections would be lost. */
function useOtherFile(touched: boolean, onFile: Props['onFile']) {
  const file = useFile(onFile);
  const [waiting, setWaiting] = useState<File | null>(null);
  const choose = (next: File) => (touched ? setWaiting(next) : file.choose(next));
  useDroppedFile(choose);
  return {
    file,
    choose,
    asking: waiting !== null,
    cancel: () => setWaiting(null),
    confirm: () => {
      if (waiting) file.choose(waiting);
      setWaiting(null);
    },
  };
}

function RunFailure({ failure, onAgain }: { failure: Failure; onAgain: () => void }) {
  const t = useTranslations();
  const errorText = useErrorText();
  if (failure.kind === 'refused') {
    return (
      <Notice tone="bad" alert title={t('imports.refused.title')}>
        {t('imports.refused.text')}
      </Notice>
    );
  }
  const isLost = failure.kind === 'offline';
  return (
    <Notice
      tone="bad"
      alert
      title={isLost ? t('imports.offline.title') : errorText(errorOf(failure.error))}
      action={
        <Button variant="default" size="sm" onClick={onAgain}>
          {t('common.states.retry')}
        </Button>
      }
    >
      {t(isLost ? 'imports.offline.run' : 'imports.failed')}
    </Notice>
  );
}

interface RowsProps {
  check: Check;
  found: Preview['columns'];
  run: Run;
  onBack: () => void;
}

function Rows({ check, found, run, onBack }: RowsProps) {
  const t = useTranslations();
  const view = useView(check);
  const columns = useMemo(() => columnsOf(found, check.rows), [found, check.rows]);
  const size = useMedia('(width < 60em)') ? NARROW_PAGE : PAGE;
  const pages = Math.max(1, Math.ceil(view.rows.length / size));
  const page = Math.min(view.page, pages);
  const kept = check.rows.filter((row) => row.kept.length > 0 && !check.leftOut.has(row.row)).length;
  return (
    <>
      <OutcomeFilter check={check} value={view.filter} onChange={view.setFilter} />
      <Licences check={check} />
      <section className="stack gap-5" aria-label={t('imports.table')}>
        <div className="cluster gap-5">
          <SearchInput
            label={t('common.list.search')}
            placeholder={t('imports.search')}
            value={view.search}
            onChange={view.setSearch}
          />
          <Checking check={check} />
        </div>
        <SameValues check={check} />
        <UnknownGroups check={check} />
        {check.renamed > 0 && (
          <Notice
            tone="warning"
            title={t('imports.renamed.title', { count: check.renamed })}
            action={
              <Button variant="default" size="sm" onClick={() => view.setFilter('renamed')}>
                {t('imports.renamed.show')}
              </Button>
            }
          >
            {t('imports.renamed.text')}
          </Notice>
        )}
        {kept > 0 && <p className="note">{t('imports.kept_text', { count: kept })}</p>}
        {view.rows.length === 0 ? (
          <div className="box">
            <EmptyState title={t('common.list.nothing_found')} text={t('imports.nothing_found')} />
          </div>
        ) : (
          <>
            <RowGrid
              key={`${view.filter} ${page}`}
              rows={view.rows.slice((page - 1) * size, page * size)}
              columns={columns}
              check={check}
              onChange={view.hold}
            />
            <Pages page={page} total={pages} count={view.rows.length} onChange={view.setPage} />
          </>
        )}
      </section>
      <RunPanel
        check={check}
        run={run}
        onRefused={() => view.setFilter(refusedFilter(check.mistakes, check.unlicensed) ?? 'all')}
        onBack={onBack}
      />
    </>
  );
}

/** Of the rows that are not imported those to look at first. */
function refusedFilter(mistakes: number, unlicensed: number): Filter | null {
  if (mistakes > 0) return 'error';
  return unlicensed > 0 ? 'no_licence' : null;
}

/**
 * Which rows are shown. One that is corrected stays, though the filter no longer fits it; where a correction of many
 * left none, all of them are.
 */
function useView({ rows, mistakes, unlicensed, leftOut }: Check) {
  const [chosen, setFilter] = useState<Filter>(refusedFilter(mistakes, unlicensed) ?? 'all');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [held, setHeld] = useState<ReadonlySet<number>>(new Set());
  const text = useDeferredValue(search.trim().toLowerCase());

  const isOf = (row: ImportRow, of: Filter) => {
    if (of === 'all') return true;
    const isOut = leftOut.has(row.row);
    if (of === 'left_out' || isOut) return isOut && of === 'left_out';
    if (of === 'renamed') return renames(row);
    return (row.lacks_licence ? 'no_licence' : row.outcome) === of;
  };
  const filter = held.size > 0 || rows.some((row) => isOf(row, chosen)) ? chosen : 'all';
  return {
    rows: rows.filter(
      (row) => held.has(row.row) || (isOf(row, filter) && (text === '' || hasText(row, text))),
    ),
    filter,
    search,
    page,
    setPage,
    hold: (row: number) => setHeld((before) => new Set(before).add(row)),
    setFilter: (next: Filter) => {
      setFilter(next);
      setPage(1);
      setHeld(new Set());
    },
    setSearch: (next: string) => {
      setSearch(next);
      setPage(1);
      setHeld(new Set());
    },
  };
}

function Licences({ check: { totals } }: { check: Check }) {
  const t = useTranslations('imports.licences');
  const lacking = lackingLicences(totals);
  if (totals.licences_needed === 0) return null;
  const figures = { needed: totals.licences_needed, free: totals.licences_free ?? 0 };
  if (lacking > 0) {
    return (
      <Notice tone="warning" title={t('lacking', { count: lacking })}>
        {t('numbers', figures)} {t('advice')}
      </Notice>
    );
  }
  return (
    <p className="note">{totals.licences_free === null ? t('unlimited', figures) : t('numbers', figures)}</p>
  );
}

/** Whether what is shown is judged. */
function Checking({ check }: { check: Check }) {
  const t = useTranslations();
  return (
    <div className={classes.checking} role="status">
      {check.state === 'checking' && t('imports.checking')}
      {check.state === 'checked' && check.touched && t('imports.checked', { errors: check.mistakes })}
      {check.state === 'failed' && (
        <>
          <span className="bad medium">{t('imports.not_checked')}</span>
          <Button variant="subtle" size="compact-sm" onClick={check.checkAgain}>
            {t('common.states.retry')}
          </Button>
        </>
      )}
    </div>
  );
}
