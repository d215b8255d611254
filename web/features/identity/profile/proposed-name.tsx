import { answerProposedName } from '#contract/people/users';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { refreshProfile, useProfile } from '../../../lib/session/session.ts';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { Notice } from '../../../ui/state/notice.tsx';

interface Named {
  last_name: string;
  first_name: string;
  middle_name: string;
}

const written = ({ last_name, first_name, middle_name }: Named) =>
  [last_name, first_name, middle_name].filter(Boolean).join(' ');

/** A correction of one's name that the current company proposes, to be taken or refused. */
export function ProposedName() {
  const t = useTranslations('profile.proposed_name');
  const profile = useProfile();
  const name = profile.proposed_name;
  const accepted = useRef(false);
  const answer = useAction(answerProposedName, {
    onDone: () => {
      showSuccess(t(accepted.current ? 'accepted' : 'declined'));
      void refreshProfile();
    },
    // Proposed otherwise or withdrawn meanwhile.
    onError: () => void refreshProfile(),
  });
  if (!name) return null;
  const give = async (accept: boolean) => {
    accepted.current = accept;
    await answer.run({ body: { ...name, accept } });
  };
  return (
    <div className="before-7">
      <Notice
        tone="warning"
        title={t('title', { company: profile.company })}
        action={
          <div className="wraps gap-4">
            <Button size="sm" variant="default" disabled={answer.busy} onClick={() => void give(false)}>
              {t('decline')}
            </Button>
            <Button size="sm" loading={answer.busy} onClick={() => void give(true)}>
              {t('accept')}
            </Button>
          </div>
        }
      >
        {t('text', { now: written(profile), proposed: written(name) })}
      </Notice>
    </div>
  );
}
