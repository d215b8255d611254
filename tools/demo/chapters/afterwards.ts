import { GROUPS, PEOPLE } from '../people.ts';
import type { Story } from '../story.ts';

/** What happened since: a result published by hand, a setting changed and published again, a person blocked. */
export async function changeThingsSince(story: Story): Promise<void> {
  await story.actAs('o.shcherbak', 4);
  await story.rows(
    `update attempts set result_published_at = app_now()
       where company_id = app_company() and result_published_at is null and finished_at < app_now() - interval '5 days'`,
  );
  await story.actAs('trainer', 3);
  // Words of a trainer about what was failed, and a retake for one of them, as staff give both.
  const failed = `attempts t join results g on g.company_id = t.company_id and g.attempt_id = t.id
    join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
    join forms f on f.company_id = t.company_id and f.id = t.form_id
    join materials m on m.company_id = f.company_id and m.id = f.material_id
    where t.company_id = app_company() and m.course_id = $1 and m.type = 'exam' and t.result_published_at is not null and not g.passed`;
  await story.rows(
    `select save_notes(t.id, jsonb_build_array(
         jsonb_build_object('question_id', null, 'text', 'Повторіть, будь ласка, розділ про повернення товару.'),
         jsonb_build_object('question_id', v.questions->0->'id', 'text', 'Тут найчастіше помиляються: перечитайте умову.')))
       from ${failed}`,
    [story.courses.get('cash')],
  );
  await story.rows(
    `select r.* from (select m.course_id, f.id, max(t.user_id) as user_id from ${failed} group by m.course_id, f.id) last
       cross join lateral grant_retakes(last.course_id, last.id, array[last.user_id], 1, app_now() + interval '10 days',
         'Після консультації', 'demo', '{}') r`,
    [story.courses.get('cash')],
  );
  // What happened long ago is not mailed now.
  await story.rows('delete from result_mails where company_id = app_company()');
  await story.actAs('t.levchenko', 9);
  await story.rows(
    `update courses set description = description || ' Триває близько двох годин.' where company_id = app_company() and id = $1`,
    [story.courses.get('warehouse')],
  );
  await story.actAs('admin', 6);
  await story.rows(
    'update memberships set blocked_at = app_now() where company_id = app_company() and user_id = any ($1)',
    [PEOPLE.filter((it) => it.state === 'blocked').map((it) => story.person(it.key))],
  );
  // A group that somebody deleted by mistake: history can bring it back with its people.
  await story.actAs('t.levchenko', 2);
  await story.rows(
    `with made as (insert into study_groups (company_id, name, created_at) values (app_company(), 'Нові касири', app_now()) returning id)
     insert into group_members (company_id, group_id, user_id, role, created_at)
       select app_company(), made.id, user_id, 'student', app_now() from made, unnest($1::integer[]) as user_id`,
    [GROUPS[0]!.students.slice(0, 3).map((key) => story.person(key))],
  );
  await story.actAs('admin', 1);
  await story.rows(
    `update study_groups set deleted_at = app_now() where company_id = app_company() and name = 'Нові касири'`,
  );
  await story.actAs('owner', 0.1);
  await story.rows(
    `update companies set description = replace(description, 'два магазини', 'три магазини') where id = app_company()`,
  );
  await story.actAs('t.levchenko', 0.05);
  await story.rows(
    `update courses set theme_color = '#8a3b12' where company_id = app_company() and id = $1`,
    [story.courses.get('cash')],
  );
}
