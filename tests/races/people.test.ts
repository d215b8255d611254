import { expect, test } from 'vitest';
import { aCompany, unique, type Company } from '../factories/company.ts';
import { asSystem, type Answer } from '../factories/world.ts';
import { inTheMiddle, productWorld, together } from '../support/product-world.ts';

const world = productWorld();

const giveToAdmin = ({ id, people }: Company) =>
  people.owner.client.post(`/space/space/${id}/ownership/`, { user_id: people.admin.id });

/** Something happens while the owner gives the company to the admin; whether it has an owner then, and how much was done. */
async function whileGiven(round: number, company: Company, happens: () => Promise<Answer>) {
  const answers = await together(2, (index) => (index === round % 2 ? giveToAdmin(company) : happens()));
  const [row] = await asSystem<{ owned: boolean }>(world, [
    `select exists (select from memberships m
       where m.company_id = c.id and m.user_id = c.owner_id and m.deleted_at is null and m.blocked_at is null) as owned
       from companies c where c.id = $1`,
    [company.id],
  ]);
  return { owned: row!.owned, done: answers.filter(({ status }) => status < 300).length };
}

test('whoever is given a company while they leave it is its owner or has left', async () => {
  for (let round = 0; round < 10; round += 1) {
    const company = await aCompany(world);
    const leave = () => company.as('admin').post('/accounts/leave_company/');
    expect(await whileGiven(round, company, leave)).toEqual({ owned: true, done: 1 });
  }
});

test('whoever is given a company while they are blocked is its owner or blocked', async () => {
  for (let round = 0; round < 10; round += 1) {
    const company = await aCompany(world);
    const second = await company.aPerson('owner');
    const block = () =>
      second.client.post('/accounts/blocking_membership/', { user_pk: company.people.admin.id });
    expect(await whileGiven(round, company, block)).toEqual({ owned: true, done: 1 });
  }
});

test('a company is not given to whoever is erasing themselves', async () => {
  const company = await aCompany(world);
  const { owner, admin } = company.people;
  await asSystem(world, [
    `insert into mails (company_id, user_id, recipient, subject, text, html) values ($1, $2, $3, 'Mail', '', '')`,
    [company.id, admin.id, admin.email],
  ]);
  const statuses = await inTheMiddle({
    rows: `select from mails where user_id = ${admin.id}`,
    first: () => admin.client.post('/accounts/erasure/', { address: admin.email }),
    second: () => giveToAdmin(company),
    done: `(select owner_id from companies where id = ${company.id}) <> ${owner.id}`,
  });
  expect(statuses).toEqual([204, 400]);
});

/** Deletes a group while a course comes to it and to a program that somebody holds. */
async function whileLinked(link: (company: Company, fields: object) => Promise<Answer>) {
  const company = await aCompany(world);
  const owner = company.as('owner');
  const { id: group } = await company.aGroup();
  const { body: program } = await owner.post('/educational_program/educational_program/', {
    name: unique('Program'),
  });
  return inTheMiddle({
    rows: `select from programs where id = ${program.id}`,
    first: () => link(company, { group_ids: [group], program_ids: [program.id] }),
    second: () => owner.delete(`/study_group/study_group/${group}/`),
    done: `exists (select from study_groups where id = ${group} and deleted_at is not null)`,
  });
}

test('a group is not deleted while a course is made with it alone', async () => {
  const statuses = await whileLinked((company, fields) =>
    company.as('owner').post('/course/course/', { name: unique('Course'), ...fields }),
  );
  expect(statuses).toEqual([201, 400]);
});

test('a group is not deleted while a course changes to it alone', async () => {
  const statuses = await whileLinked(async (company, fields) => {
    const course = await company.aCourse();
    return company.as('owner').patch(`/course/course/${course.id}/`, fields);
  });
  expect(statuses).toEqual([204, 400]);
});
