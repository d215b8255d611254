import { describe, expect, test } from 'vitest';
import { objectPath } from '../../../../web/features/insight/history/entries/object-path.ts';
import {
  isUndone,
  sentenceOf,
  type Told,
} from '../../../../web/features/insight/history/entries/sentence.ts';
import {
  listDiff,
  type Piece,
  wordDiff,
} from '../../../../web/features/insight/history/entries/word-diff.ts';

const ENTRY: Told = {
  id: 1,
  author: null,
  author_type: null,
  action: 'update',
  section: 'courses',
  created_at: '2026-11-21T12:00:00Z',
  lasting: false,
  object_model: 'form',
  object_id: 5,
  object_label: 'Final',
  deleted: false,
  place: null,
  part: null,
  fields: [],
  old_object: null,
  new_object: null,
};
const part = (kind: 'person' | 'file' | 'dispatch', effect: 'added' | 'removed' | 'changed') => ({
  kind,
  effect,
  label: 'Petro',
  role: null,
});
const told = (entry: Partial<Told>) => sentenceOf({ ...ENTRY, ...entry }, (field) => field !== 'strange');
const ofOne = (field: string, old: string | null, next: string | null) =>
  told({ fields: [{ field, old, new: next }] }).message;

describe('the sentence of an entry', () => {
  test.each([
    ['passing_score', '60', '70', 'changed_from_to'],
    ['name', 'Old', 'New', 'renamed'],
    ['time_limit', null, '60', 'set'],
    ['time_limit', '60', null, 'cleared'],
    ['required', 'false', 'true', 'turned_on'],
    ['required', 'true', 'false', 'turned_off'],
    ['published_at', null, '2026-11-21T12:00:00Z', 'published'],
    ['published_at', '2026-11-21T12:00:00Z', null, 'unpublished'],
    ['published_at', '2026-11-20T12:00:00Z', '2026-11-21T12:00:00Z', 'changed_from_to'],
    ['archived_at', '2026-11-20T12:00:00Z', null, 'unarchived'],
    ['photo_id', null, null, 'changed_one'],
    ['answers', 'a', 'b', 'changed_one'],
    ['description', 'x'.repeat(41), 'y', 'changed_one'],
    ['strange', '1', '2', 'changed'],
  ])('names the one field that changed: %s from %s to %s', (field, old, next, message) => {
    expect(ofOne(field, old, next)).toBe(message);
  });

  test('tells an accepted invitation as one, whatever else came with it', () => {
    const accepted = { field: 'accepted_at', old: null, new: '2026-11-21T12:00:00Z' };
    const declined = { field: 'declined_at', old: '2026-11-20T12:00:00Z', new: null };
    for (const fields of [[accepted], [accepted, declined]]) {
      expect(told({ fields }).message).toBe('accepted');
    }
    expect(told({ fields: [declined] }).message).not.toBe('accepted');
    expect(told({ action: 'restore', fields: [accepted] }).message).not.toBe('accepted');
  });

  test('counts several fields', () => {
    const fields = ['name', 'score', 'text'].map((field) => ({ field, old: '1', new: '2' }));
    expect(told({ fields })).toEqual({ message: 'changed', field: null, count: 3 });
  });

  test('says what came to a thing, whatever the action is', () => {
    expect(told({ action: 'add', part: part('person', 'added') }).message).toBe('parts.person.added');
    expect(told({ action: 'restore', part: part('file', 'removed') }).message).toBe('parts.file.removed');
  });

  test('says what was done to a package for another system', () => {
    const done = (field: string, next: string | null, old: string | null = null) =>
      told({ part: part('dispatch', 'changed'), fields: [{ field, old, new: next }] }).message;
    const at = '2026-11-29T12:00:00Z';
    expect(done('withdrawn_at', at)).toBe('dispatch_withdrawn');
    expect(done('withdrawn_at', null, at)).toBe('dispatch_reopened');
    expect(done('downloaded_at', at)).toBe('dispatch_downloaded');
    expect(done('max_people', '5')).toBe('parts.dispatch.changed');
  });

  test('tells a deed, whatever else came with it', () => {
    const at = '2026-11-21T12:00:00Z';
    const reason = { field: 'cancel_reason', old: null, new: 'Illness' };
    const canceled = { field: 'canceled_at', old: null, new: at };
    for (const fields of [
      [canceled, reason],
      [reason, canceled],
    ]) {
      expect(told({ fields })).toEqual({ message: 'canceled', field: canceled, count: 2 });
    }
    expect(ofOne('erase_at', null, at)).toBe('erasure_ordered');
    expect(ofOne('erased_at', null, at)).toBe('erased');
    expect(ofOne('erase_at', at, null)).toBe('erasure_canceled');
  });

  test('says of whoever leaves that they did so themselves', () => {
    const gone = (id: number) =>
      told({
        action: 'delete',
        object_model: 'membership',
        author: { id, first_name: 'Petro', last_name: 'Ivanenko', photo: null, address: null },
      }).message;
    expect(gone(ENTRY.object_id)).toBe('left');
    expect(gone(7)).toBe('delete');
  });

  const there = { name: 'A', deleted_at: null };
  const gone = { name: 'A', deleted_at: '2026-11-21T12:00:00Z' };
  test.each([
    ['restore', gone, there, true],
    ['delete', there, gone, false],
    ['delete', there, null, false],
    ['restore_state', there, { ...there, name: 'B' }, true],
  ])('of restoring says by what it recorded: %s', (message, old_object, new_object, undone) => {
    // Whatever became of the thing since.
    for (const deleted of [false, true]) {
      const entry: Partial<Told> = { action: 'restore', old_object, new_object, deleted };
      expect(told(entry).message).toBe(message);
      expect(isUndone({ ...ENTRY, ...entry })).toBe(undone);
    }
  });

  test('is taken back by undoing where something came in, and by restoring where something went', () => {
    const undone = (entry: Partial<Told>) => isUndone({ ...ENTRY, ...entry });
    expect(undone({ action: 'create' })).toBe(true);
    expect(undone({ action: 'add', part: part('person', 'added') })).toBe(true);
    expect(undone({ action: 'restore', part: part('file', 'added') })).toBe(true);
    expect(undone({ action: 'restore', part: part('file', 'removed') })).toBe(false);
    expect(undone({ action: 'delete' })).toBe(false);
    expect(undone({ action: 'update' })).toBe(false);
  });

  test('of an import or a clone tells the whole of it', () => {
    expect(told({ kind: 'import', more: 119, action: 'create' })).toMatchObject({
      message: 'import',
      count: 120,
    });
    expect(told({ kind: 'undo_import', more: 3, action: 'restore' })).toMatchObject({
      message: 'undo_import',
      count: 4,
    });
    expect(told({ kind: 'clone', more: 9, action: 'create' }).message).toBe('clone');
    expect(told({ kind: 'library', more: 0 }).message).toBe('library');
  });
});

const marked = (pieces: readonly Piece[] | null) =>
  pieces
    ?.map(({ kind, text }) => (kind === 'same' ? text : `${kind === 'added' ? '+' : '-'}[${text}]`))
    .join('');
const sideOf = (pieces: readonly Piece[], kind: Piece['kind']) =>
  pieces.filter((piece) => piece.kind === 'same' || piece.kind === kind).map(({ text }) => text.trim());

describe('the difference of two texts', () => {
  test('marks the words that went and came', () => {
    expect(marked(wordDiff('Read the old rules first', 'Read the new rules at first'))).toBe(
      'Read the -[old ]+[new ]rules +[at ]first',
    );
    expect(marked(wordDiff('one two', 'one two three'))).toBe('one two +[three]');
  });

  test('keeps all words of both texts in their order', () => {
    const words = ['a', 'b', 'c', 'd'];
    for (let seed = 1; seed < 200; seed += 1) {
      const of = (factor: number) =>
        Array.from({ length: 8 }, (_, at) => words[((seed * factor * (at + 3)) % 7) % 4]!);
      const [old, next] = [of(5), of(11)];
      const pieces = listDiff(old, next);
      expect(sideOf(pieces, 'removed')).toEqual(old);
      expect(sideOf(pieces, 'added')).toEqual(next);
    }
  });

  test('is none where the texts have little in common', () => {
    expect(wordDiff('Everything was about apples and pears', 'Nothing here tells of them')).toBeNull();
    expect(wordDiff('word '.repeat(500), 'word '.repeat(501))).toBeNull();
  });
});

test('what an entry is about leads to its page, as long as it exists', () => {
  const shown = { object_model: 'group', object_id: 3, deleted: false, place: null } as const;
  expect(objectPath(shown)).toBe('/group/3');
  expect(objectPath({ ...shown, deleted: true })).toBeNull();
  const place = { course_id: 7, material_id: 9 };
  expect(objectPath({ ...shown, object_model: 'material', place })).toBe('/course/7/education-materials/9');
  expect(objectPath({ ...shown, object_model: 'question', place })).toBe(
    '/course/7/education-materials/9/constructor',
  );
  expect(objectPath({ ...shown, object_model: 'question' })).toBe('/bank/3');
  expect(objectPath({ ...shown, object_model: 'course', object_id: 7 }, 7)).toBeNull();
});
