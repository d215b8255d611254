import type { inviteUser } from '#contract/people/users';
import type { ResponseOf } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

/** A mail that did not leave at once. */
export interface Held {
  email: string;
  outcome: 'waiting' | 'already_invited' | 'stopped';
  next_at: string | null;
}

/** What became of an invitation's mail, where it is more than that it went. */
export function heldInvitation(
  email: string,
  { invitation }: Pick<ResponseOf<typeof inviteUser>, 'invitation'>,
): Held | null {
  if (!email || !invitation || invitation.outcome === 'queued') return null;
  return { email, outcome: invitation.outcome, next_at: invitation.next_at };
}

/** Says why a mail did not go, and when it can. */
export function HeldInvitation({ held, onClose }: { held: Held; onClose: () => void }) {
  const t = useTranslations();
  const { email, outcome, next_at } = held;
  const title = {
    waiting: 'waiting_title',
    already_invited: 'already_title',
    stopped: 'stopped_title',
  } as const;
  return (
    <Dialog onClose={onClose} title={t(`companies.mails.outcome.${title[outcome]}`)}>
      <div className="stack gap-7">
        <p className="dim flush">
          {t(`companies.mails.outcome.${outcome}`, { email, date: next_at ? dateTimeText(next_at) : '' })}
        </p>
        <div className="buttons fills">
          <Button data-autofocus onClick={onClose}>
            {t('common.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
