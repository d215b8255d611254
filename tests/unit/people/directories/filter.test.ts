import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conditionsOf, targetOf } from '../../../../worker/people/directories/scim/filter.ts';
import { ScimRefusal } from '../../../../worker/people/directories/scim/refusal.ts';
import {
  groupsMeant,
  idOf,
  peopleMeant,
  windowOf,
} from '../../../../worker/people/directories/scim/sought.ts';

describe('a filter', () => {
  test.each([
    ['userName eq "a@b.example"', [['username', 'a@b.example']]],
    [
      'USERNAME EQ "x" AND externalId Eq "y"',
      [
        ['username', 'x'],
        ['externalid', 'y'],
      ],
    ],
    [
      '(userName eq "x") and ((id eq "5"))',
      [
        ['username', 'x'],
        ['id', '5'],
      ],
    ],
    [
      'emails[type eq "work" and value eq "x"]',
      [
        ['emails.type', 'work'],
        ['emails.value', 'x'],
      ],
    ],
    [
      'emails[type eq "work"].value eq "x"',
      [
        ['emails.type', 'work'],
        ['emails.value', 'x'],
      ],
    ],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "x"', [['username', 'x']]],
    ['externalId eq "a \\"b\\" \\u0416 ] ) and"', [['externalid', 'a "b" Ж ] ) and']]],
    ['active eq True', [['active', true]]],
    ['  count eq -1.5  ', [['count', -1.5]]],
  ])('%s is read', (filter, conditions) => {
    expect(conditionsOf(filter).map(({ path, value }) => [path, value])).toEqual(conditions);
  });

  test.each([
    '',
    ' ',
    'userName',
    'userName eq',
    'userName co "x"',
    'userName pr',
    'userName eq "x" or id eq "1"',
    'not (userName eq "x")',
    'userName eq "x',
    'userName eq x',
    '(userName eq "x"',
    'userName eq "x")',
    'emails[type eq "work"',
    'emails[a[b eq "x"]]',
    '"x" eq userName',
    'userName eq "x" and',
    'a eq {}',
    `userName eq "${'x'.repeat(1000)}"`,
    Array.from({ length: 11 }, () => 'a eq "b"').join(' and '),
  ])('%s is refused as invalidFilter', (filter) => {
    expect(() => conditionsOf(filter)).toThrow(ScimRefusal);
    expect(() => conditionsOf(filter)).toThrow(
      expect.objectContaining({ type: 'invalidFilter', status: 400 }),
    );
  });

  const attribute = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_$-]{0,12}(\.[a-z]{1,8})?$/);
  const value = fc.oneof(fc.string(), fc.boolean(), fc.constant(null), fc.integer());

  test('gives back what was compared, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(attribute, value), { minLength: 1, maxLength: 10 }), (asked) => {
        const filter = asked.map(([name, text]) => `${name} eq ${JSON.stringify(text)}`).join(' and ');
        fc.pre(filter.length <= 1000);
        const read = conditionsOf(filter).map((each) => [each.path, each.value]);
        expect(read).toEqual(asked.map(([name, text]) => [name.toLowerCase(), text]));
      }),
    );
  });

  test('of any text is read or refused, and nothing else', () => {
    const piece = fc.constantFrom(
      'userName',
      'eq',
      'and',
      '(',
      ')',
      '[',
      ']',
      '"',
      '"x"',
      '\\',
      ' ',
      '.',
      'true',
      'ж',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 15 }).map((pieces) => pieces.join(' ')),
    );
    fc.assert(
      fc.property(text, (filter) => {
        for (const read of [conditionsOf, targetOf, peopleMeant, groupsMeant])
          try {
            read(filter);
          } catch (error) {
            expect(error).toBeInstanceOf(ScimRefusal);
          }
      }),
    );
  });
});

test('a path names an attribute, what lies in it, and which of several values', () => {
  const told = (path: string) => {
    const { attribute, inner, which } = targetOf(path);
    return [attribute, inner, which.map((one) => [one.path, one.value])];
  };
  expect(told('name.givenName')).toEqual(['name', 'givenname', []]);
  expect(told('emails[type eq "work"].value')).toEqual(['emails', 'value', [['type', 'work']]]);
  expect(told('members[value eq "5"]')).toEqual(['members', '', [['value', '5']]]);
  expect(told('urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department')).toEqual([
    'department',
    '',
    [],
  ]);
  expect(() => targetOf('na me')).toThrow(expect.objectContaining({ type: 'invalidPath' }));
});

test('a list is narrowed by what there is, and to nobody by what cannot be', () => {
  expect(peopleMeant('userName eq "A@B.example" and externalId eq "Xy"')).toEqual({
    email: 'a@b.example',
    external_id: 'Xy',
  });
  expect(peopleMeant('emails[type eq "work" and value eq "x@y.example"]')).toEqual({ email: 'x@y.example' });
  expect(peopleMeant('emails.type eq "home"')).toBeNull();
  expect(peopleMeant('userName eq "a" and userName eq "b"')).toBeNull();
  expect(peopleMeant('userName eq 5')).toBeNull();
  expect(() => peopleMeant('title eq "x"')).toThrow(expect.objectContaining({ type: 'invalidFilter' }));
  expect(groupsMeant('displayName eq "Цех"')).toEqual({ name: 'цех' });
  expect(() => groupsMeant('userName eq "x"')).toThrow(ScimRefusal);
  expect(['5', '-5', '0', '05', '2147483648', 'x', ''].map(idOf)).toEqual([
    5,
    -5,
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(windowOf('0', '1000', 100)).toEqual({ start: 1, limit: 100, offset: 0 });
  expect(windowOf('11', '-1', 100)).toEqual({ start: 11, limit: 0, offset: 10 });
  expect(windowOf(undefined, undefined, 100)).toEqual({ start: 1, limit: 100, offset: 0 });
});
