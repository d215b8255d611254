import { randomBytes } from 'node:crypto';
import { IMPLIED_TYPES, USER_TYPES } from '../../../worker/access/contract.ts';
import { sha256 } from '../../../worker/platform/secrets/hash.ts';
import { COMPANY } from '../company.ts';
import { DAY } from '../journey.ts';
import { GROUPS, PEOPLE, type DemoPerson } from '../people.ts';
import type { Story } from '../story.ts';

/** The company and its people; the owner's e-mail is the company's founder. */
export async function foundCompany(story: Story, password_hash: string): Promise<void> {
  const people = PEOPLE.map((person, index) => storedPerson(story, person, index));
  const users = await story.rows<{ id: number; key: string }>(
    `with given as (select * from jsonb_to_recordset($1) as p(key text, email text, phone text, first_name text,
         middle_name text, last_name text, email_verified boolean, activated_at timestamptz, created_at timestamptz)),
     made as (
       insert into users (email, phone, first_name, middle_name, last_name, email_verified, activated_at, created_at)
         select email, phone, first_name, middle_name, last_name, email_verified, activated_at, created_at from given
         returning id, phone
     )
     select made.id, given.key from made join given using (phone)`,
    [JSON.stringify(people)],
  );
  for (const { id, key } of users) story.people.set(key, id);
  await story.rows(
    `insert into credentials (user_id, password_hash)
       select id, $1 from users where activated_at is not null and id = any ($2)`,
    [password_hash, [...story.people.values()]],
  );

  await story.actAs('owner', 120);
  const [company] = await story.rows<{ id: number }>(
    `insert into companies (name, email, phone, website, description, owner_id, licence_limit, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, app_now()) returning id`,
    [
      COMPANY.name,
      COMPANY.email,
      COMPANY.phone,
      COMPANY.website,
      COMPANY.description,
      story.person('owner'),
      COMPANY.licence_limit,
    ],
  );
  story.company = company!.id;
  await story.rows(`select set_config('app.company', $1, true)`, [String(story.company)]);
  for (const [author, types, age] of [
    ['owner', ['owner', 'admin'], 120],
    ['admin', ['manager', 'trainer'], 95],
    ['t.levchenko', ['student'], 60],
  ] as const) {
    await story.actAs(author, age);
    await story.rows(
      `insert into memberships (company_id, user_id, user_types, position, subdivision, comment, recorded_phone, created_at)
         select app_company(), u.id, m.user_types, m.position, m.subdivision, m.comment, u.phone, app_now()
           from jsonb_to_recordset($1) as m(user_id integer, user_types text[], position text, subdivision text, comment text)
           join users u on u.id = m.user_id`,
      [
        JSON.stringify(
          PEOPLE.filter((it) => (types as readonly string[]).includes(it.user_type)).map((it) =>
            membership(story, it),
          ),
        ),
      ],
    );
  }
  await story.rows(
    `insert into one_time_tokens (purpose, token_hash, user_id, company_id, created_at, expires_at)
       select 'invitation', token_hash, user_id, app_company(), now(), now() + interval '7 days'
         from jsonb_to_recordset($1) as t(token_hash text, user_id integer)`,
    [
      JSON.stringify(
        PEOPLE.filter((it) => it.state === 'invited').map(({ key }) => ({
          token_hash: sha256(randomBytes(32).toString('base64url')),
          user_id: story.person(key),
        })),
      ),
    ],
  );
}

export async function formGroups(story: Story): Promise<void> {
  await story.actAs('admin', 58);
  const made = await story.rows<{ id: number; name: string }>(
    `insert into study_groups (company_id, name, description, created_at)
       select app_company(), name, description, app_now() from jsonb_to_recordset($1) as g(name text, description text)
       returning id, name`,
    [JSON.stringify(GROUPS)],
  );
  for (const group of GROUPS) story.groups.set(group.key, made.find((it) => it.name === group.name)!.id);
  const members = GROUPS.flatMap(({ key, managers, coaches, students, rule }) => {
    const as = (role: string, people: readonly string[], by_rule = false) =>
      people.map((person) => ({
        group_id: story.groups.get(key),
        user_id: story.person(person),
        role,
        by_rule,
      }));
    return [...as('manager', managers), ...as('coach', coaches), ...as('student', students, Boolean(rule))];
  });
  await story.actAs('admin', 57);
  await story.rows(
    `insert into group_members (company_id, group_id, user_id, role, by_rule, created_at)
       select app_company(), group_id, user_id, role, by_rule, app_now()
         from jsonb_to_recordset($1) as m(group_id integer, user_id integer, role text, by_rule boolean)`,
    [JSON.stringify(members)],
  );
  // Once they are in it, so that they came on this day of the story.
  for (const { key, rule } of GROUPS) {
    if (!rule) continue;
    await story.rows(
      `update study_groups set rule_positions = rule_values($2), rule_subdivisions = rule_values($3)
         where company_id = app_company() and id = $1`,
      [story.groups.get(key), JSON.stringify(rule.positions), JSON.stringify(rule.subdivisions)],
    );
  }
}

function storedPerson(
  story: Story,
  { key, email, first_name, middle_name, last_name, user_type, state }: DemoPerson,
  index: number,
) {
  const created = story.at(user_type === 'student' ? 60 : 95);
  return {
    key,
    email,
    phone: `+38050000${String(1001 + index)}`,
    first_name,
    middle_name,
    last_name,
    email_verified: email !== null && state !== 'invited',
    activated_at: state === 'invited' ? null : new Date(created.getTime() + DAY),
    created_at: created,
  };
}

function membership(story: Story, { key, user_type, position, subdivision, comment }: DemoPerson) {
  const user_types = user_type === 'owner' ? USER_TYPES : IMPLIED_TYPES[user_type];
  return { user_id: story.person(key), user_types, position, subdivision, comment };
}
