import { IconShieldCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { STATUS_TONES, userStatus } from '../../../../lib/session/user-status.ts';
import { RowCheckbox } from '../../../../ui/table/row-checkbox.tsx';
import type { Selection } from '../../../../ui/list/selection.ts';
import { PersonMark } from '../../../../ui/person/person-mark.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { RowActions } from './row-actions.tsx';
import { nameOf } from '../person-name.ts';
import { useRolesText } from '../person-roles.ts';
import classes from './user-list-card.module.css';
import type { UserRow } from '../user.ts';

interface Props {
  user: UserRow;
  page: readonly UserRow[];
  /** Absent where nothing can be done with several people. */
  selection: Selection<UserRow> | undefined;
  href: string | null;
}

/** A person in the list view. */
export function UserCard({ user, page, selection, href }: Props) {
  const t = useTranslations('users');
  const rolesText = useRolesText();
  const name = nameOf(user);
  const status = userStatus(user);
  const place = [user.position, user.subdivision].filter(Boolean).join(' · ');
  return (
    <li
      className={`${classes.card} picks ${href === null ? '' : 'lit-edge ringed'}`}
      data-chosen={selection?.has(user) || undefined}
    >
      <div className={classes.head}>
        <PersonMark person={user} size={48} />
        <div className={classes.words}>
          {href === null ? (
            <span className={`${classes.name} anywhere`}>{name}</span>
          ) : (
            <Link to={href} className={`${classes.name} unlinked anywhere covering lit-link`}>
              {name}
            </Link>
          )}
          <span className="quiet">{rolesText(user)}</span>
        </div>
        {selection && <RowCheckbox row={user} name={name} page={page} selection={selection} />}
      </div>
      <p className={`${classes.fact} quiet`}>{place || '\u00a0'}</p>
      <p className={`${classes.fact} quiet`}>{user.email ?? user.phone}</p>
      <div className={classes.foot}>
        <StatusBadge tone={STATUS_TONES[status]}>{t(`statuses.${status}`)}</StatusBadge>
        {user.second_factor && (
          <IconShieldCheck
            size={20}
            role="img"
            aria-label={t('second_factor.with')}
            className={classes.factor}
          />
        )}
        <RowActions user={user} />
      </div>
    </li>
  );
}
