import { expect, test } from 'vitest';
import { unique } from '../../../factories/company.ts';
import { address } from '../../../support/api/accounts.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

test('an import is taken back as on its own page, told as that, and then not offered again', async () => {
  const company = await aCompany();
  const owner = company.as('owner');
  const history = async () => (await owner.get('/history/history/')).body.results;
  const rows = ['Лишиться', 'Піде'].map((last_name, n) => ({
    row: n + 2,
    cells: {
      role: 'student',
      email: address(`person-${n}`),
      last_name,
      manager_department_id: unique('Цех'),
    },
  }));
  const own = `/accounts/user_data/${company.id}`;
  const done = await owner.post(`${own}/rows/`, { rows, dry_run: false, make_groups: true });
  const [kept, gone] = done.body.rows as { user_id: number }[];
  await owner.patch(`/accounts/user/${kept!.user_id}/`, { comment: 'Наставник' });
  const [, imported] = await history();
  expect(imported).toMatchObject({ kind: 'import', undone_at: null });
  const preview = async () => (await owner.get(`/history/history/${imported.id}/restore_preview/`)).body;

  // Whoever changes people holds the company meanwhile, and the preview waits for nobody, nor does anybody for it.
  const held = asSystem(
    ['select from companies where id = $1 for update', [company.id]],
    ['select pg_sleep(3)'],
  ).then(() => null);
  const told = await Promise.race([preview(), held]);
  expect(told).toMatchObject({ count: 3, kept: 1, refusal: null });
  expect(told.changes.map((one: { effect: string; part: object | null }) => [one.effect, one.part])).toEqual(
    expect.arrayContaining([
      ['deleted', null],
      ['deleted', null],
      ['deleted', expect.objectContaining({ kind: 'person', effect: 'removed' })],
    ]),
  );
  await held;

  const { body } = await owner.get(`/history/history/${imported.id}/restore/`);
  expect(body.count).toBe(3);
  const [undoing, , before] = await history();
  expect(undoing).toMatchObject({ kind: 'undo_import', action: 'restore', undone_at: null, more: 2 });
  expect(before).toMatchObject({ id: imported.id, kind: 'import', undone_at: undoing.created_at });
  expect(await preview()).toMatchObject({ count: 0, changes: [], kept: 1 });
  expect((await owner.get(`/accounts/user/${kept!.user_id}/`)).status).toBe(200);
  expect((await owner.get(`/accounts/user/${gone!.user_id}/`)).status).toBe(404);
  expect((await owner.get(`${own}/imports/`)).body).toMatchObject([{ undone_at: expect.any(String) }]);

  // Itself it can be taken back.
  await owner.get(`/history/history/${undoing.id}/restore/`);
  expect((await owner.get(`/accounts/user/${gone!.user_id}/`)).status).toBe(200);
});

test('a change of very many entries is previewed by them, without trying', async () => {
  const company = await aCompany();
  const owner = company.as('owner');
  const group = await company.aGroup();
  await owner.patch(`/study_group/study_group/${group.id}/`, { name: unique('Renamed') });
  const [entry] = (await owner.get('/history/history/')).body.results;
  await asSystem([
    `insert into history (company_id, action, section, object_model, object_id, object_label, relation, old_object,
       new_object, change_id, created_at)
       select company_id, action, section, object_model, object_id, object_label, relation, old_object, new_object,
         change_id, created_at from history, generate_series(1, 1000) where company_id = $1 and id = $2`,
    [company.id, entry.id],
  ]);
  const { body } = await owner.get(`/history/history/${entry.id}/restore_preview/`);
  expect(body.count).toBe(1001);
  expect(body.changes).toHaveLength(100);
  const [{ effect, fields }] = body.changes;
  expect(effect).toBe('changed');
  expect(fields).toMatchObject([{ field: 'name', new: group.name }]);
});
