import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { CheckStep } from './check/check-step.tsx';
import { ChooseStep } from './choose/choose-step.tsx';
import type { ImportRow, Preview } from './import-rows.ts';
import { RecentImports } from './choose/recent-imports.tsx';
import { ResultStep } from './run/result-step.tsx';
import { StillRunning } from './run/still-running.tsx';
import { Steps } from './steps.tsx';

type Stage =
  | { step: 'choose' }
  /** `key` tells one file from the next; what was left of the one before has to be judged anew. */
  | { step: 'check'; key: number; file: string; given: Preview; isRest: boolean }
  | { step: 'done'; file: string; given: Preview; done: Preview; rest: ImportRow[] };

/** Brings people into the company from an xlsx file: choose it, check and correct its rows, run. */
export function ImportScreen({ invitations }: { invitations: ReactNode }) {
  const t = useTranslations('imports');
  const [stage, setStage] = useState<Stage>({ step: 'choose' });
  const check = (file: string, given: Preview, isRest = false) =>
    setStage({ step: 'check', key: Date.now(), file, given, isRest });
  const again = () => setStage({ step: 'choose' });

  return (
    <>
      <PageHeader
        title={t('title')}
        {...(stage.step === 'choose' && { description: t('text') })}
        back={{ to: '/user', label: t('back') }}
      />
      {stage.step !== 'check' && <Steps current={stage.step} />}
      {stage.step === 'choose' && <StillRunning />}
      {stage.step === 'choose' && <ChooseStep onRead={(file, given) => check(file, given)} />}
      {stage.step === 'check' && (
        <CheckStep
          key={stage.key}
          file={stage.file}
          given={stage.given}
          isRest={stage.isRest}
          onFile={(file, given) => check(file, given)}
          onBack={again}
          onDone={(done, rest) => setStage({ ...stage, step: 'done', done, rest })}
        />
      )}
      {stage.step === 'done' && (
        <ResultStep
          file={stage.file}
          done={stage.done}
          rest={stage.rest}
          invitations={invitations}
          onAgain={again}
          onRest={() => check(stage.file, restOf(stage.given, stage.rest), true)}
        />
      )}
      {stage.step !== 'check' && <RecentImports />}
    </>
  );
}

/** The rows that were not imported, as if they were a file of their own. */
function restOf(given: Preview, rows: ImportRow[]): Preview {
  const none = { create: 0, add_membership: 0, update: 0, unchanged: 0, licences_needed: 0 };
  return { ...given, rows, totals: { ...given.totals, ...none, error: rows.length } };
}
