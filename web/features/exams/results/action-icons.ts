import { IconArrowBackUp, IconBan, IconCalendarX, IconRepeat, IconSend } from '@tabler/icons-react';
import type { Action } from './result.ts';

export const ACTION_ICONS = {
  publish: IconSend,
  retake: IconRepeat,
  annul: IconBan,
  cancel: IconCalendarX,
  restore: IconArrowBackUp,
  reinstate: IconArrowBackUp,
} as const satisfies Record<Action, unknown>;

export const isDanger = (action: Action): boolean => action === 'annul' || action === 'cancel';
