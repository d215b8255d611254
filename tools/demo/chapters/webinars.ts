import { sanitize } from '../../../worker/platform/words/rich-text.ts';
import { GROUPS } from '../people.ts';
import type { Story } from '../story.ts';
import { WEBINARS } from '../webinars.ts';

/** Webinars start at whole five minutes. */
const ROUND = 300_000;

/** Webinars of each time. Who came is known of the past one; nobody is reminded of what was just planned. */
export async function holdWebinars(story: Story): Promise<void> {
  await story.actAs('admin', 8);
  for (const {
    host,
    cohosts = [],
    courses,
    groups = [],
    starts_in_minutes,
    came = [],
    ...webinar
  } of WEBINARS) {
    const [made] = await story.rows<{ id: number }>('select save_webinar(null, $1) as id', [
      JSON.stringify({
        ...webinar,
        description: sanitize(webinar.description),
        host_id: story.person(host),
        cohost_ids: cohosts.map((key) => story.person(key)),
        course_ids: courses.map((key) => story.courses.get(key)),
        group_ids: groups.map((key) => story.groups.get(key)),
        join_url: 'https://example.com/room',
        starts_at: new Date(
          Math.ceil((story.now + starts_in_minutes * 60_000) / ROUND) * ROUND,
        ).toISOString(),
        time_zone: 'Europe/Kyiv',
      }),
    ]);
    await story.rows(
      'update webinars set day_reminded_at = app_now(), hour_reminded_at = app_now() where id = $1 and $2 < 60',
      [made!.id, starts_in_minutes],
    );
    const students = GROUPS.find(({ key }) => key === groups[0])?.students ?? [];
    await story.rows(
      `insert into webinar_attendance (company_id, webinar_id, user_id, joined_at, left_at, source, status)
         select app_company(), w.id, a.user_id, w.starts_at, w.starts_at + make_interval(mins => a.minutes), 'join', 'attended'
           from webinars w, jsonb_to_recordset($2) as a(user_id integer, minutes integer) where w.id = $1`,
      [
        made!.id,
        JSON.stringify(came.map((minutes, index) => ({ user_id: story.person(students[index]!), minutes }))),
      ],
    );
  }
}
