import { USER_TYPES } from '../../../worker/access/contract.ts';
import { LIBRARY, LIBRARY_COURSES, NEWER } from '../library.ts';
import type { Story } from '../story.ts';
import { insertCourse, writeMaterials } from './courses.ts';

/** A company whose courses everybody may take, and what ours took of them; one has a newer original since. */
export async function openLibrary(story: Story): Promise<void> {
  const own = story.company;
  await story.rows(`select set_config('app.now', $1, true)`, [story.at(100).toISOString()]);
  const { first_name, last_name, email } = LIBRARY.librarian;
  const [made] = await story.rows<{ company: number; librarian: number }>(
    `with librarian as (
       insert into users (email, email_verified, first_name, last_name, activated_at, created_at)
         values ($1, true, $2, $3, app_now(), app_now()) returning id
     ), founded as (
       insert into companies (name, email, owner_id, is_library, created_at)
         select $4, $5, id, true, app_now() from librarian returning id, owner_id
     )
     insert into memberships (company_id, user_id, user_types, created_at) select id, owner_id, $6, app_now() from founded
       returning company_id as company, user_id as librarian`,
    [email, first_name, last_name, LIBRARY.name, LIBRARY.email, USER_TYPES],
  );
  const enter = (company: number) =>
    story.rows(`select set_config('app.company', $1, true)`, [String(company)]);
  const actAsLibrarian = async (daysAgo: number) => {
    await enter(made!.company);
    await story.rows(
      `select set_config('app.user', $1, true), set_config('app.user_type', 'owner', true), set_config('app.now', $2, true)`,
      [String(made!.librarian), story.at(daysAgo).toISOString()],
    );
  };
  await actAsLibrarian(90);
  const ids: number[] = [];
  for (const written of LIBRARY_COURSES) {
    const id = await insertCourse(story, written);
    await writeMaterials(story, id, written);
    ids.push(id);
  }
  await enter(own);
  await story.actAs('t.levchenko', 8);
  await story.rows(`select clone_library_course($1, '{}')`, [ids[0]]);
  await story.rows(`select set_config('app.batch', '', true)`);
  await actAsLibrarian(2);
  await story.rows('update materials set description = $2 where course_id = $1 and name = $3', [
    ids[0],
    NEWER.description,
    NEWER.name,
  ]);
  await enter(own);
}
