import { IconPrinter, IconUserPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { Notice } from '../../../../ui/state/notice.tsx';
import { Facts, Panel } from '../../../../ui/page/panel.tsx';
import { changesOf, type ImportRow, nameOfRow, type Preview } from '../import-rows.ts';
import classes from './result-step.module.css';
import { StepTitle } from '../step-title.tsx';
import { useErrorTexts } from '../use-error-texts.ts';
import { useSheets } from './use-sheets.ts';

/** As many of the rows left over as are listed. */
const LISTED = 20;

interface Props {
  file: string;
  done: Preview;
  /** Rows that were not imported. */
  rest: readonly ImportRow[];
  /** Those that wait, if there are some. */
  invitations: ReactNode;
  onAgain: () => void;
  onRest: () => void;
}

/** What the import has done, and what is left to do by hand. */
export function ResultStep({ file, done, rest, invitations, onAgain, onRest }: Props) {
  const t = useTranslations('imports.result');
  const may = useMay();
  const [at] = useState(() => new Date());
  const { totals, need_sheet } = done;
  const changes = changesOf(totals);
  return (
    <>
      <Panel>
        <StepTitle>{changes > 0 ? t('title', { count: changes }) : t('nothing')}</StepTitle>
        <p className={`${classes.text} dim flush anywhere before-7`}>
          {t(changes > 0 ? 'text' : 'nothing_text', { file, time: dateTimeText(at) })}
          {totals.create + totals.add_membership > 0 && ` ${t('mail')}`}
        </p>
        <Facts
          facts={[
            [t('create'), totals.create || null],
            [t('add_membership'), totals.add_membership || null],
            [t('update'), totals.update || null],
            [t('unchanged'), totals.unchanged || null],
            [t('rest'), rest.length || null],
          ]}
        />
        <div className="wraps gap-5 after-8 fills">
          <Button component={Link} to="/user?status=not_activated">
            {t('waiting')}
          </Button>
          <Button variant="default" leftSection={<IconUserPlus size={18} aria-hidden />} onClick={onAgain}>
            {t('again')}
          </Button>
        </div>
        {done.batch !== null && (
          <p className={`${classes.history} dim flush anywhere`}>
            {t('history', { time: dateTimeText(at) })}
          </p>
        )}
      </Panel>
      {totals.create + totals.add_membership > 0 && invitations}
      {need_sheet.length > 0 && may('editUser') && (
        <div className="after-7 before-7">
          <Sheets ids={need_sheet} />
        </div>
      )}
      {rest.length > 0 && <Rest rows={rest} onRest={onRest} />}
    </>
  );
}

function Sheets({ ids }: { ids: readonly number[] }) {
  const t = useTranslations('imports.sheets');
  const sheets = useSheets(ids);
  const isDone = sheets.printed >= ids.length;
  return (
    <Notice
      tone={isDone ? 'good' : 'warning'}
      title={t('title', { count: ids.length })}
      action={
        <Button
          variant={isDone ? 'default' : 'filled'}
          loading={sheets.busy}
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => void sheets.print()}
        >
          {t(isDone ? 'again' : sheets.printed > 0 ? 'go_on' : 'print')}
        </Button>
      }
    >
      {t('text')}
      <span role="status" className={`${classes.printed} unless-empty`}>
        {sheets.printed > 0 && t('printed', { printed: sheets.printed, count: ids.length })}
      </span>
    </Notice>
  );
}

function Rest({ rows, onRest }: { rows: readonly ImportRow[]; onRest: () => void }) {
  const t = useTranslations('imports');
  const errorTexts = useErrorTexts();
  return (
    <Panel
      title={t('rest.title', { count: rows.length })}
      actions={
        <Button variant="default" size="sm" onClick={onRest}>
          {t('rest.correct')}
        </Button>
      }
    >
      <ul className={`${classes.rest} stack plain gap-4`}>
        {rows.slice(0, LISTED).map((row) => (
          <li key={row.row}>
            <span className="strong">
              {t('row', { row: row.row })} · {nameOfRow(row) || t('nameless')}
            </span>
            <span className="quiet">{errorTexts(row).join(' · ') || t('outcomes.left_out')}</span>
          </li>
        ))}
      </ul>
      {rows.length > LISTED && (
        <p className={`${classes.text} dim flush anywhere before-7`}>
          {t('rest.more', { count: rows.length - LISTED })}
        </p>
      )}
    </Panel>
  );
}
