import { checkCertificate } from '#contract/exams/certificates';
import type { ResponseOf } from '#contract/platform';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { codeOf, errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { Notice } from '../../../ui/state/notice.tsx';
import { PlainButton, Spinner } from '../../../ui/plain/plain-button.tsx';
import { AnotherNumber } from './another-number.tsx';
import { CheckedCertificate } from './checked-certificate.tsx';
import classes from './check-screen.module.css';

type Answer =
  | { kind: 'loading'; isAgain: boolean }
  | { kind: 'found'; certificate: ResponseOf<typeof checkCertificate> }
  | { kind: 'failed'; problem: unknown };

/** What anybody may know who holds a certificate's number: what it says, and whether it is valid. */
export function CheckScreen({ number }: { number: string }) {
  const t = useTranslations('certificates.check');
  const [tries, setTries] = useState(0);
  const answer = useCheck(number, tries);
  return (
    <div className={classes.page}>
      {/* Nobody finds a person's certificate by searching for their name. */}
      <meta name="robots" content="noindex, nofollow" />
      <h1 className="display">{t('title')}</h1>
      <div aria-live="polite">
        {answer.kind === 'loading' && (
          <p className={classes.loading}>
            <Spinner />
            {t('loading')}
          </p>
        )}
        {answer.kind === 'found' && <CheckedCertificate certificate={answer.certificate} />}
        {answer.kind === 'failed' && (
          <Problem problem={answer.problem} onRetry={() => setTries((count) => count + 1)} />
        )}
      </div>
      {/* Not before the first answer, whose height nobody knows. */}
      {(answer.kind !== 'loading' || answer.isAgain) && <AnotherNumber />}
    </div>
  );
}

function useCheck(number: string, tries: number): Answer {
  const [answer, setAnswer] = useState<Answer>({ kind: 'loading', isAgain: false });
  useEffect(() => {
    const leaving = new AbortController();
    setAnswer((last) => (last.kind === 'loading' ? last : { kind: 'loading', isAgain: true }));
    call(checkCertificate, { params: { number }, signal: leaving.signal }).then(
      (certificate) => setAnswer({ kind: 'found', certificate }),
      (problem: unknown) => leaving.signal.aborted || setAnswer({ kind: 'failed', problem }),
    );
    return () => leaving.abort();
  }, [number, tries]);
  return answer;
}

function Problem({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  const t = useTranslations('certificates.check');
  const errorText = useErrorText();
  if (codeOf(problem) === 'not_found') {
    return (
      <Notice tone="bad" title={t('unknown')}>
        {t('unknown_text')}
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      title={t('failed')}
      action={
        <PlainButton quiet onClick={onRetry}>
          {t('retry')}
        </PlainButton>
      }
    >
      {errorText(errorOf(problem))}
    </Notice>
  );
}
