import { beforeAll, expect, test } from 'vitest';
import { unique, type Company } from '../../factories/company.ts';
import type { Answer } from '../../factories/world.ts';
import { aCompany } from '../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

/** Calls of the owner under one key. */
function underOneKey(): (path: string, body: object) => Promise<Answer> {
  const headers = { 'Idempotency-Key': unique('key') };
  return (path, body) => company.as('owner').post(path, body, headers);
}

test('the test of a material is named as well when the call that made it is repeated', async () => {
  const { id } = await company.aCourse();
  const post = underOneKey();
  const add = () => post(`/course/course/${id}/educational_material/`, { name: 'Exam', type: 'exam' });
  const made = await add();
  expect(made).toMatchObject({ status: 201, body: { form_id: expect.any(Number) } });
  expect(await add()).toEqual(made);
});
