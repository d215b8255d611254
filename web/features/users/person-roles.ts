import { IMPLIED_TYPES, type UserType } from '#contract/access';
import { useTranslations } from 'use-intl';

/** The roles to name (§6): without the owner's, and without those that go without saying beside a stronger one. */
export function shownTypes(user_types: readonly UserType[]): UserType[] {
  const named = user_types.filter((one) => one !== 'owner');
  return named.filter((one) => !impliedBy(named).includes(one));
}

/** The roles that come along with these. */
export function impliedBy(user_types: readonly UserType[]): UserType[] {
  return user_types.flatMap((one) => IMPLIED_TYPES[one].filter((implied) => implied !== one));
}

/** A person's roles in words. */
export function useRolesText(): (user_types: readonly UserType[]) => string {
  const t = useTranslations('common.roles');
  return (user_types) =>
    shownTypes(user_types)
      .map((one) => t(one))
      .join(', ');
}
