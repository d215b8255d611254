import { IMPLIED_TYPES, type UserType } from '#contract/access';
import { useTranslations } from 'use-intl';

/** A person's roles in words. §6: the owner's is not shown; one that comes with a stronger one goes without saying. */
export function useRolesText(): (user_types: readonly UserType[]) => string {
  const t = useTranslations('common.roles');
  return (user_types) =>
    user_types
      .filter((one) => one !== 'owner' && !user_types.some((other) => implies(other, one)))
      .map((one) => t(one))
      .join(', ');
}

function implies(stronger: UserType, one: UserType): boolean {
  return stronger !== one && IMPLIED_TYPES[stronger].includes(one);
}
