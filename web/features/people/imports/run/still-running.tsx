import { listImports } from '#contract/people/imports';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useData } from '../../../../lib/api/use-data.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { minuteText } from '../../../../lib/words/dates.ts';
import { useProfile } from '../../../../lib/session/session.ts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { forgetImport, leftImport } from './left-import.ts';

const LOOKS_EVERY_MS = 3000;
/** No import takes as long; what is not among the latest by then has changed nothing. */
const LONGEST_MS = 5 * 60_000;

/** Tells of an import that was left while it ran, until it stands among the latest ones. */
export function StillRunning() {
  const t = useTranslations('imports.left');
  const company = useProfile().current_login_info.space_pk;
  const [left, setLeft] = useState(() => leftImport(company));
  const [isLate, setLate] = useState(false);
  const { data, refetch } = useData(listImports, { params: { id: company }, enabled: left !== null });
  const isDone = left !== null && data?.some(({ batch }) => !left.known.includes(batch)) === true;

  useEffect(() => {
    if (!left || isDone || isLate) return;
    const timer = setInterval(() => {
      setLate(Date.now() - left.began > LONGEST_MS);
      void refetch();
    }, LOOKS_EVERY_MS);
    return () => clearInterval(timer);
  }, [left, isDone, isLate, refetch]);
  useEffect(() => {
    if (!isDone) return;
    forgetImport(company);
    setLeft(null);
    showSuccess(t('done'));
  }, [isDone, company, t]);
  if (!left || isDone) return null;

  const time = minuteText(new Date(left.began));
  return (
    <div className="before-7">
      {isLate ? (
        <Notice
          tone="warning"
          title={t('nothing', { time })}
          action={
            <Button
              variant="default"
              onClick={() => {
                forgetImport(company);
                setLeft(null);
              }}
            >
              {t('close')}
            </Button>
          }
          alert
        >
          {t('nothing_text')}
        </Notice>
      ) : (
        <Notice tone="neutral" title={t('title', { count: left.rows, time })} alert>
          {t('text')}
        </Notice>
      )}
    </div>
  );
}
