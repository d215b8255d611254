import { env } from 'cloudflare:workers';
import { takeExam } from '../../factories/attempt.ts';
import { unique, type Company, type Person } from '../../factories/company.ts';
import { asSystem } from './world.ts';

/** A student with a name that nobody else has, and something of them in every corner. */
export async function somebody(company: Company) {
  const person = await company.aPerson('student');
  const name = unique('Zyxelda').replace(/[\s-]/g, '');
  const phone = `+38067${String(Math.random()).slice(2, 9)}`;
  const exam = await company.anExam({
    course: await company.aCourse({
      materials: 1,
      group: await company.aGroup({ students: [person, company.people.student] }),
    }),
    settings: { issue_certificate: true },
  });
  await person.client.patch('/accounts/user_info/', { first_name: name, last_name: `${name}enko` });
  await company.as('owner').patch(`/accounts/user/${person.id}/`, {
    position: `${name} position`,
    subdivision: `${name} place`,
    comment: `${name} comment`,
  });
  await company.as('owner').post(`/course/course/${exam.course.id}/blocked_user/`, { user_pk: person.id });
  await company.as('owner').delete(`/course/course/${exam.course.id}/blocked_user/${person.id}/`);
  const attempt = await takeExam(person.client, exam);
  const [photo] = await asSystem<{ id: number; key: string }>(
    ['update users set phone = $2 where id = $1', [person.id, phone]],
    [`insert into credentials (user_id, password_hash) values ($1, $2)`, [person.id, `hash of ${name}`]],
    [
      `insert into social_links (backend, subject, user_id, email) values ('google', $2, $1, $2)`,
      [person.id, name],
    ],
    [
      `insert into security_keys (user_id, name, credential_id, public_key, counter) values ($1, $2, $2, $2, 0)`,
      [person.id, name],
    ],
    [`insert into totp_secrets (user_id, secret) values ($1, $2)`, [person.id, name]],
    [`insert into recovery_codes (user_id, code_hash) values ($1, $2)`, [person.id, name]],
    [
      `insert into one_time_tokens (purpose, token_hash, user_id, expires_at) values ('password_reset', $2, $1, now())`,
      [person.id, name],
    ],
    [
      `insert into mails (recipient, subject, text, html) select email, $2, $2, $2 from users where id = $1`,
      [person.id, name],
    ],
    [`insert into notification_settings (user_id, muted) values ($1, array[$2])`, [person.id, name]],
    [
      `insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
         values ($3, $1, 'result', $2, '/', jsonb_build_object('name', $2::text), now(), now())`,
      [person.id, name, company.id],
    ],
    [
      `insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
         values ($3, $1, 'reminder', $2, '/', jsonb_build_object('author', concat($4::text, 'enko ', $4::text)), now(), now())`,
      [company.people.student.id, `of ${person.id}`, company.id, name],
    ],
    [
      `insert into reminders (company_id, user_id, kind, course_id, text, author_id, created_at)
         values ($3, $1, 'silent', $4, $2, $5, now())`,
      [person.id, name, company.id, exam.course.id, company.people.trainer.id],
    ],
    [
      `insert into feedback (company_id, user_id, user_type, category, text, page, device, created_at)
         values ($3, $1, 'student', 'problem', $2, '/', 'browser', now())`,
      [person.id, name, company.id],
    ],
    [
      `with made as (insert into media (user_id, key, content_type, size) values ($1, $2, 'image/png', 1) returning id, key)
       update users set photo_id = made.id from made where users.id = $1 returning made.id, made.key`,
      [person.id, `photo-of-${name}`],
    ],
  );
  await env.FILES.put(photo!.key, 'bytes');
  return { ...person, name, phone, exam, attempt, photo: photo! };
}

/** Lets somebody in again as if they had never been blocked: in the sessions that they had. */
export const letIn = (id: number) =>
  asSystem(
    ['update memberships set blocked_at = null where user_id = $1', [id]],
    ['update sessions set ended_at = null where user_id = $1', [id]],
  );

/** As if the password had been given too long ago for what asks for it. */
export const confirmLongAgo = (person: Person) =>
  asSystem([`update sessions set confirmed_at = now() - interval '1 hour' where user_id = $1`, [person.id]]);
