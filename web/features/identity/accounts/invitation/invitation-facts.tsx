import type { invitation } from '#contract/people/invitations';
import type { ResponseOf } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { strongestOf } from '../../../../lib/session/roles.ts';
import classes from '../accounts.module.css';

export type Invitation = ResponseOf<typeof invitation>;

/** Which company invites, who of it, as what, and the address or number that signs in. */
export function InvitationFacts({ invitation: invited }: { invitation: Invitation }) {
  const t = useTranslations();
  const roles = strongestOf(invited.user_types);
  const facts = [
    [t('links.finish.company'), invited.company],
    [t('links.finish.inviter'), invited.inviter],
    [
      t('links.finish.roles', { count: roles.length }),
      roles.map((one) => t(`common.roles.${one}`)).join(', '),
    ],
    [t('links.finish.sign_in_as'), invited.email ?? invited.phone],
  ];
  return (
    <dl className={classes.invitation}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="through">
              <dt className="quiet">{name}</dt>
              <dd className="named flush">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
