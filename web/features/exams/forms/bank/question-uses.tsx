import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Section } from '../../../../ui/page/panel.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import type { BankQuestion } from './banked-store.ts';
import { constructorPath } from '../../../../lib/paths/material-paths.ts';

/** The tests that ask a question or may draw it, and which of them have an older version. */
export function QuestionUses({ read: { uses } }: { read: BankQuestion }) {
  const t = useTranslations('bank.uses');
  return (
    <Section title={t('title')}>
      {uses.length === 0 ? (
        <p className="note">{t('none')}</p>
      ) : (
        <ul className="plain">
          {uses.map((use) => (
            <li key={`${use.form_id} ${use.kind}`} className="cluster gap-5 ruled roomy">
              <Link to={constructorPath(use.course_id, use.material_id)}>{use.form_name}</Link>
              <span className="quiet">
                {use.course_name} · {t(use.kind)}
              </span>
              {use.older && <StatusBadge tone="warning">{t('older', { number: use.version })}</StatusBadge>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
