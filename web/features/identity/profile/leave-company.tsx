import { leaveCompany } from '#contract/identity/accounts';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { useProfile } from '../../../lib/session/session.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';

interface Props {
  /** Takes the access token of another company of the person's, or null: that was the last one. */
  onLeft: (access: string | null, company: string) => void;
}

/** The way out of the current company, which an owner does not have. */
export function LeaveCompany({ onLeft }: Props) {
  const t = useTranslations('profile.leave');
  const { spaces, current_login_info } = useProfile();
  const [asking, setAsking] = useState(false);
  const space = spaces.find(({ id }) => id === current_login_info.space_pk);
  const company = space?.name ?? '';
  const leave = useAction(leaveCompany, { onDone: ({ access }) => onLeft(access, company) });
  if (!space) return null;
  if (space.user_types.includes('owner'))
    return (
      <p className="note after-5 linked">
        {t.rich('owner', {
          company,
          link: (words) => <Link to={`/company/${space.id}`}>{words}</Link>,
        })}
      </p>
    );
  return (
    <div className="note after-5 linked">
      <Button variant="subtle" color="gray" size="compact-md" onClick={() => setAsking(true)}>
        {t('button', { company })}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('title', { company })}
        text={
          <ul className="points">
            <li>{t('lose')}</li>
            <li>{t('notes')}</li>
            <li>{t('keeps')}</li>
            <li>{t(spaces.length > 1 ? 'back' : 'last')}</li>
          </ul>
        }
        confirmLabel={t('submit')}
        danger
        busy={leave.busy}
        // What is shown is of the company, and nothing of it can be read again.
        onConfirm={() => void leave.run({ quiet: true })}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
