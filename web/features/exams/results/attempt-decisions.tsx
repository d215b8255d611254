import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { laterOver } from '../../../lib/page/later.tsx';
import { ACTION_ICONS, isDanger } from './action-icons.ts';
import { keyPath } from '../../../lib/paths/result-paths.ts';
import type { Action, Page } from './result.ts';

const DecisionDialogs = laterOver(() => import('./form/decision-dialogs.tsx'));

interface Props {
  attempt_id: number;
  course_id: number;
  form_id: number;
  /** Of the same person at the same test. */
  attempts: Page | undefined;
}

/** What may be decided about an attempt, where it is looked at, and whether its score follows a mended key. */
export default function AttemptDecisions({ attempt_id, course_id, form_id, attempts }: Props) {
  const t = useTranslations('results');
  const [action, setAction] = useState<Action | null>(null);
  const row = attempts?.results.find((one) => one.attempt_id === attempt_id);
  // Publishing stands with what the student does not see yet.
  const actions = row?.actions.filter((one) => one !== 'publish') ?? [];
  if (!row || (actions.length === 0 && !row.repaired)) return null;
  return (
    <div className="cluster gap-5 off-paper">
      {actions.map((one) => {
        const Icon = ACTION_ICONS[one];
        return (
          <Button
            key={one}
            variant="default"
            leftSection={<Icon size={18} aria-hidden />}
            {...(isDanger(one) && { c: 'var(--osn-error)' })}
            onClick={() => setAction(one)}
          >
            {t(`actions.${one}`)}
          </Button>
        );
      })}
      {row.repaired &&
        (attempts?.may_repair ? (
          <Link to={keyPath(course_id, form_id)}>{t('repaired')}</Link>
        ) : (
          t('repaired')
        ))}
      {action && (
        <DecisionDialogs
          course_id={course_id}
          form_id={form_id}
          asked={{ action, rows: [row] }}
          onClose={() => setAction(null)}
        />
      )}
    </div>
  );
}
