import type { listChangeEntries, listHistory } from '#contract/insight/history';
import type { ResponseOf } from '#contract/platform';
import type { Messages } from '../../../../i18n/messages.ts';

export type Entry = ResponseOf<typeof listChangeEntries>['results'][number];
export type Change = ResponseOf<typeof listHistory>['results'][number];
/** A change of the list, or one of the entries inside of it. */
export type Told = Entry & Partial<Pick<Change, 'more' | 'kind' | 'undone_at'>>;
export type FieldChange = Entry['fields'][number];

type Texts = Messages['history'];
type Part = NonNullable<Entry['part']>;

export interface Sentence {
  message: keyof Texts['sentences'] | `parts.${Part['kind']}.${Part['effect']}`;
  /** The one field that the sentence names. */
  field: FieldChange | null;
  /** Fields that changed, or entries of an import. */
  count: number;
}

/** Characters of a value that a sentence can hold. */
const SHORT = 40;
/** What one reads in the comparison only. */
const SHOWN_BELOW = new Set(['answers', 'theme_color', 'text', 'photo_id']);

/** Instants whose coming and going is a deed of its own. */
const DEEDS: Record<string, [set: Sentence['message'], cleared: Sentence['message']]> = {
  published_at: ['published', 'unpublished'],
  archived_at: ['archived', 'unarchived'],
  canceled_at: ['canceled', 'update'],
  erase_at: ['erasure_ordered', 'erasure_canceled'],
  erased_at: ['erased', 'update'],
};

/** What is done to a package for another system by an instant of its row. */
const DISPATCH_DEEDS: Record<string, [set: Sentence['message'], cleared: Sentence['message']]> = {
  withdrawn_at: ['dispatch_withdrawn', 'dispatch_reopened'],
  downloaded_at: ['dispatch_downloaded', 'dispatch_downloaded'],
};

function deedOf({ fields }: Told, { kind }: Part): Sentence['message'] | undefined {
  if (kind !== 'dispatch') return undefined;
  const done = fields.find(({ field }) => field in DISPATCH_DEEDS);
  return done && DISPATCH_DEEDS[done.field]![done.new === null ? 1 : 0];
}

/**
 * The sentence that tells an entry: by what made the whole change, else by the part that came or went, else by the action.
 * @param isNamed whether there are words for a field within a sentence
 */
export function sentenceOf(entry: Told, isNamed: (field: string) => boolean): Sentence {
  const { action, fields, part, author, object_model, object_id, more = 0 } = entry;
  const whole = wholeOf(entry);
  if (whole) return { message: whole, field: null, count: more + 1 };
  if (part)
    return { message: deedOf(entry, part) ?? `parts.${part.kind}.${part.effect}`, field: null, count: 0 };
  if (action === 'update') return updateOf(fields, isNamed);
  const isLeaving = action === 'delete' && object_model === 'membership' && author?.id === object_id;
  const message = isLeaving ? 'left' : action === 'restore' ? restoringOf(entry) : action;
  return { message, field: null, count: fields.length };
}

/** What a restoring did to the thing itself, by what was recorded then. */
function restoringOf({ old_object, new_object }: Told): 'restore' | 'restore_state' | 'delete' {
  const [was, is] = [isThere(old_object), isThere(new_object)];
  if (was === is) return 'restore_state';
  return is ? 'restore' : 'delete';
}

const isThere = (recorded: Entry['old_object']) => recorded !== null && !recorded['deleted_at'];

/** Taking back what brought something in, or back, brings nothing back: it is an undoing. */
export function isUndone(entry: Told): boolean {
  const { action, part } = entry;
  if (action !== 'restore') return action === 'create' || action === 'add';
  return part ? part.effect !== 'removed' : restoringOf(entry) !== 'delete';
}

/** Somebody took an invitation, which nobody else can take back for them. */
const isAccepted = ({ action, fields }: Pick<Told, 'action'> & { fields: readonly FieldChange[] }): boolean =>
  action === 'update' &&
  fields.some(({ field, old, new: next }) => field === 'accepted_at' && !old && !!next);

function wholeOf({ kind, action }: Told): Sentence['message'] | null {
  // What a directory does is done one by one, as by hand.
  if (!kind || kind === 'directory') return null;
  // What is changed in a copy later is an ordinary change of the same batch.
  return (kind === 'clone' || kind === 'copy') && action !== 'create' ? null : kind;
}

function updateOf(fields: readonly FieldChange[], isNamed: (field: string) => boolean): Sentence {
  const count = fields.length;
  if (isAccepted({ action: 'update', fields })) return { message: 'accepted', field: null, count };
  // A deed is told, whatever else came with it.
  const field = fields.find(deedIn) ?? fields[0];
  const deed = field && deedIn(field);
  if (deed) return { message: deed, field, count };
  if (!field) return { message: 'update', field: null, count };
  if (count > 1) return { message: 'changed', field: null, count };
  return { message: messageOf(field, isNamed), field, count };
}

/** The deed of a field; none where it only changed. */
function deedIn({ field, old, new: next }: FieldChange): Sentence['message'] | undefined {
  const [set, cleared] = DEEDS[field] ?? [];
  return (old === null) === (next === null) ? undefined : old === null ? set : cleared;
}

function messageOf({ field, old, new: next }: FieldChange, isNamed: (field: string) => boolean) {
  if (isSwitch(old) && isSwitch(next) && (old ?? next) !== null)
    return next === 'true' ? 'turned_on' : 'turned_off';
  if (field === 'name' && old !== null && next !== null) return 'renamed';
  if (!isNamed(field)) return 'changed';
  if (SHOWN_BELOW.has(field) || !isShort(old) || !isShort(next) || old === next) return 'changed_one';
  if (old === null) return 'set';
  return next === null ? 'cleared' : 'changed_from_to';
}

const isSwitch = (value: string | null) => value === null || value === 'true' || value === 'false';
const isShort = (value: string | null) => value === null || value.length <= SHORT;
