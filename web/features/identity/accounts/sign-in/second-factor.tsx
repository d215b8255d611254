import { SECOND_FACTORS, type SecondFactor as Factor } from '#contract/identity/accounts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { codeOf, errorOf, type ShownError } from '../../../../lib/api/errors.ts';
import shared from '../accounts.module.css';
import { CodeStep } from './code-step.tsx';
import { SecurityKeyStep } from './security-key-step.tsx';
import { TextButton } from '../text-button.tsx';
import { SegmentedControl } from '../../../../ui/control/choice/segmented-control.tsx';
import { safely } from '../../../../lib/api/safely.ts';
import type { PendingSignIn } from '../account.ts';

const LAST_FACTOR = 'second_factor';

interface Props {
  pending: PendingSignIn;
  onDone: (access: string) => void;
  /** Back to the password, with the reason where there is one. */
  onBack: (why: ShownError | null) => void;
  /** Proved, but of somebody who belongs to no company. */
  onHomeless: () => void;
}

/** The second step of signing in: a code of the app, a security key, or a recovery code in place of either. */
export default function SecondFactor({ pending, onDone, onBack, onHomeless }: Props) {
  const t = useTranslations('accounts.second_factor');
  const factors = SECOND_FACTORS.filter((factor) => pending.two_factor.includes(factor));
  const [factor, setFactor] = useState(() => preferredOf(factors));
  const [recovering, setRecovering] = useState(factor === undefined);

  function choose(chosen: Factor): void {
    safely(() => localStorage.setItem(LAST_FACTOR, chosen));
    setFactor(chosen);
  }

  const step = {
    ticket: pending.ticket,
    onDone,
    /** Takes over what ends the step; true: nothing else is shown. */
    onError: (error: unknown): boolean => {
      const code = codeOf(error);
      if (code === 'no_company') onHomeless();
      else if (code === 'ticket_expired') onBack(errorOf(error));
      else return false;
      return true;
    },
  };

  return (
    <div className="stack gap-7">
      {!recovering && factors.length > 1 && (
        <FactorChoice factors={factors} chosen={factor} onChoose={choose} />
      )}
      {recovering ? (
        <>
          <CodeStep key="recovery" kind="recovery" {...step} />
          <p className="note">{t('lost')}</p>
        </>
      ) : factor === 'u2f' ? (
        <SecurityKeyStep {...step} />
      ) : (
        <CodeStep key="totp" kind="totp" {...step} />
      )}
      <div className={shared.ways}>
        {factor && (
          <TextButton onClick={() => setRecovering(!recovering)}>
            {t(recovering ? 'other_way' : 'use_recovery')}
          </TextButton>
        )}
        <TextButton onClick={() => onBack(null)}>{t('back')}</TextButton>
      </div>
    </div>
  );
}

function FactorChoice({
  factors,
  chosen,
  onChoose,
}: {
  factors: readonly Factor[];
  chosen: Factor | undefined;
  onChoose: (factor: Factor) => void;
}) {
  const t = useTranslations('accounts.second_factor');
  return (
    <SegmentedControl
      aria-label={t('ways')}
      value={chosen ?? factors[0]!}
      onChange={onChoose}
      data={factors.map((factor) => ({ value: factor, label: t(factor) }))}
      fullWidth
    />
  );
}

// The way chosen here last; a key only where the browser can ask for one.
function preferredOf(factors: readonly Factor[]): Factor | undefined {
  const usable = factors.filter((factor) => factor !== 'u2f' || 'PublicKeyCredential' in window);
  const last = localStorage.getItem(LAST_FACTOR);
  return usable.find((factor) => factor === last) ?? usable[0] ?? factors[0];
}
