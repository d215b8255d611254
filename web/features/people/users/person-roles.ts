import type { UserType } from '#contract/access';
import { useTranslations } from 'use-intl';
import { strongestOf } from '../../../lib/session/roles.ts';

/** The roles to name (§6): without the owner's, and without those that go without saying beside a stronger one. */
export function shownTypes(user_types: readonly UserType[]): UserType[] {
  return strongestOf(user_types.filter((one) => one !== 'owner'));
}

/** A person's roles in words, as lists name them. */
export function useRolesText(): (person: { user_types: readonly UserType[] }) => string {
  const t = useTranslations('common.roles');
  return ({ user_types }) =>
    shownTypes(user_types)
      .map((one) => t(one))
      .join(', ');
}
