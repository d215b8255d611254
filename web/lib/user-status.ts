/** §4: blocked comes first, then not activated, then online, otherwise offline. */
export function userStatus(user: {
  blocked: boolean;
  activated: boolean;
  is_online: boolean;
}): 'blocked' | 'not_activated' | 'online' | 'offline' {
  if (user.blocked) return 'blocked';
  if (!user.activated) return 'not_activated';
  return user.is_online ? 'online' : 'offline';
}

export const STATUS_TONES = {
  blocked: 'bad',
  not_activated: 'warning',
  online: 'good',
  offline: 'neutral',
} as const;
