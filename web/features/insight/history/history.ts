import type { previewRestore } from '#contract/insight/history';
import type { ResponseOf } from '#contract/platform';

export type Preview = ResponseOf<typeof previewRestore>;

/** What a restoring is to whoever does it: an undoing, or one after which people have to be invited again. */
export type Way = 'undo' | 'invite' | 'restore';

/** Whether somebody comes back to the company, as a record until they accept an invitation. */
export const bringsPeopleBack = ({ changes }: Preview): boolean =>
  changes.some(
    ({ object_model, part, effect }) =>
      object_model === 'membership' && part === null && effect === 'restored',
  );
