import { sanitize } from '../../../worker/platform/words/rich-text.ts';
import { PROGRAMS } from '../company.ts';
import type { Story } from '../story.ts';

/** A step of a chronology that is open at once and never due. */
const ITEM = { required: true, access_rule: 'always', opens: 'none', due: 'none', after_due: 'allow_late' };

export async function composePrograms(story: Story): Promise<void> {
  for (const [index, program] of PROGRAMS.entries()) {
    await story.actAs(program.author, 40 - index * 2);
    await story.rows(
      `with made as (
         insert into programs (company_id, name, internal_name, description, detailed_description, created_at)
           values (app_company(), $1, $2, $3, $4, app_now()) returning id
       ), grouped as (
         insert into program_groups (company_id, program_id, group_id, created_at)
           select app_company(), made.id, g, app_now() from made, unnest($5::integer[]) g
       )
       insert into program_courses (company_id, program_id, course_id, position)
         select app_company(), made.id, c, place from made, unnest($6::integer[]) with ordinality as t(c, place)`,
      [
        program.name,
        program.internal_name,
        program.description,
        sanitize(program.detailed_description),
        program.groups.map((key) => story.groups.get(key)),
        program.courses.map((key) => story.courses.get(key)),
      ],
    );
  }
}

/** Gives programs their order after people have begun: what they have begun stays open. */
export async function orderPrograms(story: Story): Promise<void> {
  for (const program of PROGRAMS) {
    if (!program.stages) continue;
    await story.actAs(program.author, 3);
    const stages = program.stages.map(({ name, items }) => ({
      name,
      items: items.map(({ course, ...item }) => ({
        ...ITEM,
        ...item,
        course_id: story.courses.get(course),
      })),
    }));
    await story.rows(
      'select save_chronology(id, $2) from programs where company_id = app_company() and name = $1',
      [program.name, JSON.stringify(stages)],
    );
  }
}
