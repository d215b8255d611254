import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Radio } from '../../../../ui/control/choice/radio.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { changesOf } from '../import-rows.ts';
import classes from './run-panel.module.css';
import type { Check } from '../check/use-check.ts';
import type { Run } from './use-run.ts';
import { useWhatItDoes } from './use-what-it-does.ts';

interface Props {
  check: Check;
  run: Run;
  /** Shows the rows that are not imported. */
  onRefused: () => void;
  onBack: () => void;
}

/** What the import would do, in words, and the button that does it. */
export function RunPanel({ check, run, onRefused, onBack }: Props) {
  const t = useTranslations('imports');
  const whatItDoes = useWhatItDoes();
  const [asked, setAsked] = useState(false);
  const { totals, state, mistakes, unlicensed } = check;
  const changes = changesOf(totals);
  const isStopped = totals.error > 0 && !run.partly;
  const words = whatItDoes(totals);
  const nothing = mistakes > 0 ? 'run.only_errors' : unlicensed > 0 ? 'run.only_unlicensed' : 'run.nothing';

  return (
    <section className={classes.panel} aria-label={t('steps.done')}>
      <div className={classes.words}>
        <p className={classes.what}>{changes > 0 ? words : t(nothing)}</p>
        {totals.error > 0 && changes > 0 && (
          <Radio.Group
            aria-label={t('run.mode')}
            value={run.partly ? 'partly' : 'all'}
            onChange={(value) => run.setPartly(value === 'partly')}
          >
            <div className={classes.modes}>
              <Radio value="all" label={t('run.all', { count: totals.error })} />
              <Radio value="partly" label={t('run.partly', { count: totals.error })} />
            </div>
          </Radio.Group>
        )}
        {totals.create + totals.add_membership > 0 && !isStopped && <p className="note">{t('run.mail')}</p>}
      </div>
      <div className="narrow-line buttons fills">
        {isStopped && (
          <Button variant={changes > 0 ? 'default' : 'filled'} onClick={onRefused}>
            {mistakes > 0
              ? t('run.to_errors', { count: mistakes })
              : t('run.to_unlicensed', { count: unlicensed })}
          </Button>
        )}
        {changes > 0 && (
          <Button
            disabled={isStopped || state === 'failed'}
            loading={state === 'checking'}
            onClick={() => setAsked(true)}
          >
            {t('run.start', { count: changes })}
          </Button>
        )}
        {changes === 0 && totals.error === 0 && (
          <>
            <Button variant="default" onClick={onBack}>
              {t('result.again')}
            </Button>
            <Button component={Link} to="/user">
              {t('back')}
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        opened={asked}
        title={t('run.ask', { count: changes })}
        text={totals.error > 0 ? `${words} ${t('run.skipped', { count: totals.error })}` : words}
        confirmLabel={t('run.confirm')}
        onConfirm={() => {
          setAsked(false);
          run.start();
        }}
        onCancel={() => setAsked(false)}
      />
    </section>
  );
}
