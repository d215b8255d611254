import { JOURNEYS, STUDYING_STAFF } from '../company.ts';
import { journey, type BuiltCourse, type JourneyEvent } from '../journey.ts';
import { GROUPS } from '../people.ts';
import { PLAY } from '../play.ts';
import { randomFrom } from '../random.ts';
import type { Story } from '../story.ts';

/** Lets everybody study: the courses of a student follow each other over the last six weeks. */
export async function letEverybodyStudy(story: Story, courses: readonly BuiltCourse[]): Promise<void> {
  await story.actAs('h.ilnytska', 41);
  await story.rows(
    `insert into course_members (company_id, course_id, user_id, role, created_at)
       select app_company(), $1, u, 'student', app_now() from unnest($2::integer[]) u`,
    [story.courses.get('fire'), STUDYING_STAFF.map((key) => story.person(key))],
  );
  const events: JourneyEvent[] = [];
  const listed = [...GROUPS, { key: 'staff', students: STUDYING_STAFF }];
  for (const { key: group, students } of listed) {
    const plans = courses.flatMap((course) => {
      const words = JOURNEYS[course.key]?.[group]?.split(' ');
      if (words && words.length !== students.length)
        throw new Error(`${course.key}, ${group}: ${words.length} journeys`);
      return words ? [{ course, words }] : [];
    });
    for (const [index, student] of students.entries()) {
      const random = randomFrom(student);
      for (const [place, { course, words }] of plans.entries()) {
        const days =
          plans.length === 1
            ? random.between(6, 40)
            : 40 - (place * 34) / (plans.length - 1) - random.between(0, 2);
        const begin = story.morning(days) + random.between(0, 6 * 60) * 60_000;
        events.push(...journey(course, story.person(student), words[index]!, begin, story.now));
      }
    }
  }
  events.sort((one, other) => one.at.localeCompare(other.at));
  await story.rows(PLAY);
  await story.rows('select pg_temp.play($1)', [JSON.stringify(events)]);
  await story.rows(
    `insert into sessions (user_id, created_at, last_seen_at, expires_at, company_id, user_type, device)
       select distinct user_id, now() - interval '20 minutes', now(), now() + interval '30 days', company_id, 'student', 'Chrome'
         from attempts where company_id = app_company() and status = 'running'`,
  );
}

/** Of a course that is to be repeated, one certificate has expired and one is about to, as if issued for shorter. */
export async function letCertificatesExpire(story: Story): Promise<void> {
  // Issued along the way; nobody needs a mail about them today.
  await story.rows('update certificates set mailed_at = issued_at');
  await story.rows(
    `with chosen as (
       select id, company_id, now() + make_interval(days => case row_number() over (order by issued_at, id) when 1 then -6 else 19 end) as expires_at
         from certificates
         where company_id = app_company() and expires_at is not null and replaced_at is null and revoked_at is null
         order by issued_at, id limit 2
     )
     update certificates k
       set expires_at = chosen.expires_at, expiry_mailed_at = now() - interval '11 days',
           expired_mailed_at = case when chosen.expires_at < now() then chosen.expires_at end,
           content = k.content || jsonb_build_object('valid_until', (chosen.expires_at at time zone company.time_zone)::date)
       from chosen join companies company on company.id = chosen.company_id where k.id = chosen.id`,
  );
}
