import { IconDots } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { laterOver } from '../../../lib/page/later.tsx';
import classes from './company-menu.module.css';

const CompanyPanel = laterOver(() => import('./company-panel.tsx'));
const Feedback = laterOver(() =>
  import('../../../features/service/support/feedback/feedback.tsx').then((room) => room.Feedback),
);

/** What is seldom asked of a company, behind one button beside its name: licences, another company, language, feedback. */
export function CompanyMenu({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations('shell');
  const [from, setFrom] = useState<HTMLElement | null>(null);
  const [feedback, setFeedback] = useState(false);
  const wasOpen = useRef(false);
  return (
    <>
      <button
        type="button"
        className={`${classes.open} lit-up finger`}
        aria-label={t('company_menu')}
        title={t('company_menu')}
        aria-haspopup="dialog"
        aria-expanded={from !== null}
        // A press beside the panel closes it, this one too.
        onPointerDown={() => (wasOpen.current = from !== null)}
        onClick={({ currentTarget }) => {
          if (!wasOpen.current) setFrom(currentTarget);
          wasOpen.current = false;
        }}
      >
        <IconDots size={20} stroke={1.7} aria-hidden />
      </button>
      {from && (
        <CompanyPanel
          from={from}
          onClose={() => setFrom(null)}
          onLeave={onLeave}
          onFeedback={() => {
            onLeave();
            setFeedback(true);
          }}
        />
      )}
      {feedback && <Feedback onClose={() => setFeedback(false)} />}
    </>
  );
}
