/** §4: blocked comes first, then not activated (or declined, or without a mailbox to be invited by), then online, otherwise offline. */
export function userStatus(user: {
  blocked: boolean;
  activated: boolean;
  /** Known where people are managed. */
  declined?: boolean;
  email: string | null;
  is_online: boolean;
}): keyof typeof STATUS_TONES {
  if (user.blocked) return 'blocked';
  if (!user.activated) return user.declined ? 'declined' : user.email === null ? 'by_sheet' : 'not_activated';
  return user.is_online ? 'online' : 'offline';
}

export const STATUS_TONES = {
  blocked: 'bad',
  not_activated: 'warning',
  by_sheet: 'warning',
  declined: 'bad',
  online: 'good',
  offline: 'neutral',
} as const;
