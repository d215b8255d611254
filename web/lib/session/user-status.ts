/** §4: blocked comes first, then not activated (or declined), then online, otherwise offline. */
export function userStatus(user: {
  blocked: boolean;
  activated: boolean;
  /** Known where people are managed. */
  declined?: boolean;
  is_online: boolean;
}): keyof typeof STATUS_TONES {
  if (user.blocked) return 'blocked';
  if (!user.activated) return user.declined ? 'declined' : 'not_activated';
  return user.is_online ? 'online' : 'offline';
}

export const STATUS_TONES = {
  blocked: 'bad',
  not_activated: 'warning',
  declined: 'bad',
  online: 'good',
  offline: 'neutral',
} as const;
