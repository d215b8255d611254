import { IMPLIED_TYPES, type UserType } from '#contract/access';

/** The roles that come along with these. */
export function impliedBy(user_types: readonly UserType[]): UserType[] {
  return user_types.flatMap((one) => IMPLIED_TYPES[one].filter((implied) => implied !== one));
}

/** Those that do not go without saying beside a stronger one. */
export function strongestOf(user_types: readonly UserType[]): UserType[] {
  return user_types.filter((one) => !impliedBy(user_types).includes(one));
}
