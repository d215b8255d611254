import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  groupIn,
  groupPatch,
  personIn,
  personPatch,
} from '../../../../worker/people/directories/scim/changes.ts';
import { ScimRefusal } from '../../../../worker/people/directories/scim/refusal.ts';
import { projected, userResource } from '../../../../worker/people/directories/scim/resources.ts';

type Operation = readonly [op: string, path: string | undefined, value?: unknown];

const patch = (...operations: Operation[]) => ({
  Operations: operations.map(([op, path, value]) => ({ op, path, value })),
});
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

describe('what a PATCH says of a person', () => {
  test('is the same however it is written', () => {
    const wanted = { position: 'A', first_name: 'B', subdivision: 'C', active: false };
    const ways = [
      patch(
        ['Replace', 'title', 'A'],
        ['Add', 'name.givenName', 'B'],
        ['replace', `${ENTERPRISE}:department`, 'C'],
        ['Replace', 'active', 'False'],
      ),
      patch([
        'replace',
        undefined,
        { title: 'A', name: { givenName: 'B' }, [ENTERPRISE]: { department: 'C' }, active: false },
      ]),
      patch([
        'Add',
        '',
        { title: 'A', 'name.givenName': 'B', [`${ENTERPRISE}:department`]: 'C', active: 'false' },
      ]),
      {
        operations: [
          { OP: 'replace', value: { TITLE: 'A', Name: { GIVENNAME: 'B' }, active: 'FALSE' } },
          { op: 'add', path: ENTERPRISE, value: { department: 'C' } },
        ],
      },
    ];
    for (const way of ways) expect(personPatch(way)).toEqual(wanted);
  });

  test('empties what it removes, and passes over what is not kept', () => {
    expect(
      personPatch(
        patch(
          ['remove', 'title'],
          ['remove', ENTERPRISE],
          ['Remove', 'name.middleName'],
          ['remove', 'phoneNumbers[type eq "mobile"].value'],
          ['replace', 'nickName', 'x'],
          ['replace', 'phoneNumbers[type eq "fax"].value', '+380671234567'],
          ['replace', 'emails[type eq "home"].value', 'x@y.example'],
          ['replace', 'urn:ietf:params:scim:schemas:extension:custom:2.0:User:badge', '5'],
        ),
      ),
    ).toEqual({ position: '', subdivision: '', middle_name: '', phone: '' });
  });

  test('is a value also where it is written as a list of one', () => {
    const alone = (value: unknown) => [{ $ref: null, value }];
    expect(
      personPatch(
        patch(
          ['Replace', 'title', alone('A')],
          ['Replace', 'active', alone('False')],
          ['Replace', 'userName', alone('a@b.example')],
          ['Add', 'roles', alone('{"id":"06b0","value":"Trainer","displayName":"T"}')],
        ),
      ),
    ).toEqual({
      position: 'A',
      active: false,
      email: 'a@b.example',
      roles: { add: ['trainer'], remove: [] },
    });
  });

  test('means by the e-mail the userName wherever both are told', () => {
    const [name, mail] = ['Name@Firm.example', 'mail@firm.example'];
    for (const told of [
      patch(['replace', 'userName', name], ['replace', 'emails[type eq "work"].value', mail]),
      patch(['replace', 'emails[type eq "work"].value', mail], ['replace', 'userName', name]),
      patch(['replace', undefined, { emails: [{ value: mail }], userName: name }]),
    ])
      expect(personPatch(told)).toEqual({ email: 'name@firm.example' });
    expect(
      personPatch(
        patch([
          'add',
          'emails',
          [
            { type: 'home', value: 'a@b.example' },
            { type: 'work', value: mail },
          ],
        ]),
      ),
    ).toEqual({ email: mail });
  });

  test('adds, removes and sets roles', () => {
    const roles = (...operations: Operation[]) => personPatch(patch(...operations)).roles;
    expect(roles(['add', 'roles', [{ value: 'Admin' }]])).toEqual({ add: ['admin'], remove: [] });
    expect(roles(['replace', 'roles', ['trainer']])).toEqual({ set: ['trainer'] });
    expect(roles(['add', 'roles', ['trainer']], ['remove', 'roles[value eq "trainer"]'])).toEqual({
      add: [],
      remove: ['trainer'],
    });
    expect(roles(['replace', 'roles', ['admin']], ['add', 'roles', 'trainer'])).toEqual({
      set: ['admin', 'trainer'],
    });
    expect(roles(['Add', 'roles[primary eq "True"].value', 'manager'])).toEqual({ set: ['manager'] });
    expect(roles(['remove', 'roles[primary eq "True"].value'])).toEqual({ set: [] });
    expect(roles(['remove', 'roles', []])).toEqual({ add: [], remove: [] });
    expect(() => roles(['add', 'roles', ['owner']])).toThrow(ScimRefusal);
  });

  test.each([
    [patch(['replace', 'id', '5']), 'mutability'],
    [patch(['replace', 'groups', []]), 'mutability'],
    [patch(['remove', undefined]), 'noTarget'],
    [patch(['move', 'title', 'x']), 'invalidSyntax'],
    [{}, 'invalidSyntax'],
    [{ Operations: [5] }, 'invalidSyntax'],
    [patch(['replace', 'title', ['x']]), 'invalidValue'],
    [patch(['replace', 'title', 'x'.repeat(201)]), 'invalidValue'],
    [patch(['replace', 'active', 'maybe']), 'invalidValue'],
    [patch(['remove', 'userName']), 'invalidValue'],
    [patch(['replace', 'userName', 'jdoe']), 'invalidValue'],
    [patch(['replace', 'na me', 'x']), 'invalidPath'],
    [patch(['replace', 'emails[type co "work"].value', 'x']), 'invalidFilter'],
    [patch(['remove', 'roles[display eq "x"]']), 'invalidFilter'],
    [patch(['add', 'roles', ['{"value":']]), 'invalidValue'],
  ])('%j is refused', (body, type) => {
    expect(() => personPatch(body)).toThrow(expect.objectContaining({ type }));
  });

  test('of any JSON is read or refused, and nothing else', () => {
    const name = fc.constantFrom(
      'userName',
      'name',
      'emails',
      'roles',
      'active',
      'members',
      'displayName',
      'x.y',
      '__proto__',
      'Operations',
      'op',
      'path',
      'value',
    );
    const json = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.boolean(),
        fc.integer(),
        fc.constant(null),
        fc.array(tie('any')),
        tie('thing'),
      ),
      thing: fc.dictionary(fc.oneof(name, fc.string()), tie('any')),
    })).any;
    const operation = fc.record({
      op: fc.constantFrom('add', 'Replace', 'remove'),
      path: fc.option(name, { nil: undefined }),
      value: json,
    });
    fc.assert(
      fc.property(json, fc.array(operation), (body, Operations) => {
        const asked = [
          () => personIn(body),
          () => groupIn(body),
          () => personPatch({ Operations }),
          () => groupPatch({ Operations }),
        ];
        for (const ask of asked)
          try {
            ask();
          } catch (error) {
            expect(error).toBeInstanceOf(ScimRefusal);
          }
      }),
    );
  });
});

test('a resource tells what an invitation holds: one e-mail, one phone, the product’s language', () => {
  expect(
    personIn({
      id: '7',
      meta: {},
      groups: [{ value: '1' }],
      userName: ' Jane@Firm.example ',
      emails: [{ value: 'other@firm.example' }],
      phoneNumbers: [
        { type: 'work', value: '044 123 45 67' },
        { type: 'mobile', value: '067 123 45 67' },
      ],
      locale: 'de-DE',
      preferredLanguage: 'en-US',
      name: { givenName: 'Jane\u200b', familyName: null },
    }),
  ).toEqual({
    email: 'jane@firm.example',
    phone: '+380671234567',
    language: 'en',
    first_name: 'Jane',
    last_name: '',
  });
  expect(personIn({ userName: 'a@b.example', preferredLanguage: 'fr' })).toEqual({ email: 'a@b.example' });
});

test('members of a group are added, removed and set, the last word counting', () => {
  const members = (...operations: Operation[]) => groupPatch(patch(...operations)).members;
  expect(
    members(['add', 'members', [{ value: '1' }, { value: '2' }]], ['remove', 'members[value eq "2"]']),
  ).toEqual({
    add: [1],
    remove: [2],
  });
  expect(members(['remove', 'members', [{ value: 2 }]], ['add', 'members', { value: '2' }])).toEqual({
    add: [2],
    remove: [],
  });
  expect(members(['remove', 'members'])).toEqual({ set: [] });
  expect(members(['replace', 'members', [{ value: '1' }]], ['add', 'members', ['3']])).toEqual({
    set: [1, 3],
  });
  expect(members(['replace', 'members[value eq "1"]', { value: '2' }])).toEqual({ add: [1], remove: [] });
  expect(() => members(['add', 'members', [{ value: 'x' }]])).toThrow(ScimRefusal);
  expect(() => groupIn({ members: [] })).toThrow(ScimRefusal);
});

test('nobody leaves a group, and nobody loses a role, because nobody was named', () => {
  const members = (...operation: Operation) => groupPatch(patch(operation)).members;
  expect(members('remove', 'members', [])).toEqual({ add: [], remove: [] });
  expect(() => members('remove', 'members[display eq "x"]')).toThrow(
    expect.objectContaining({ type: 'invalidFilter' }),
  );
  expect(groupIn({ displayName: 'A', members: null })).toEqual({ name: 'A' });
  expect(personIn({ userName: 'a@b.example', active: null, roles: null })).toEqual({ email: 'a@b.example' });
  expect(() => members('add', 'members', [{ value: '1', type: 'Group' }])).toThrow(
    expect.objectContaining({ type: 'invalidValue' }),
  );
  expect(members('add', 'members', [{ value: '1', type: 'User' }])).toEqual({ add: [1], remove: [] });
});

test('a query chooses which attributes are told; id and schemas always are', () => {
  const person = userResource(
    {
      id: 5,
      external_id: null,
      email: 'a@b.example',
      phone: null,
      first_name: 'A',
      last_name: '',
      middle_name: '',
      language: 'uk',
      position: '',
      subdivision: 'C',
      given_types: ['owner', 'trainer'],
      active: true,
      created_at: '2026-01-01T00:00:00.000Z',
    },
    'https://x.example/scim/v2',
  );
  expect(person['roles']).toEqual([{ value: 'trainer', primary: true }]);
  expect(Object.keys(projected(person, 'userName,name.givenName'))).toEqual([
    'schemas',
    'id',
    'userName',
    'name',
  ]);
  expect(Object.keys(projected(person, `${ENTERPRISE}:department`))).toEqual(['schemas', 'id', ENTERPRISE]);
  expect(projected(person, undefined, 'emails, ID')).not.toHaveProperty('emails');
  expect(projected(person, undefined, 'emails, ID')).toHaveProperty('id', '5');
});
