/** One guard taken out, and the tests that have to notice. */
export interface Mutation {
  name: string;
  /** Path below the checkout. */
  file: string;
  /** Stands in the file exactly once. */
  guard: string;
  without: string;
  /** Files of tests, at least one of which turns red. */
  tests: string[];
}

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'tenancy: courses are seen by every company',
    file: 'worker/learning/courses/sql/tables.sql',
    guard:
      'on courses\n  to osnova_worker\n  using (company_id = (select app_company()))\n  with check (company_id = (select app_company()));',
    without: 'on courses to osnova_worker using (true) with check (true);',
    tests: ['tests/api/whole/isolation.test.ts'],
  },
  {
    name: 'reach: who is typed by e-mail is not judged by reach',
    file: 'worker/people/users/sql/inviting.sql',
    guard: "perform fail('already_in_company', p_field);",
    without: 'null;',
    tests: ['tests/api/whole/twins.test.ts'],
  },
  {
    name: 'consent: a membership needs nobody’s will',
    file: 'worker/people/users/sql/records.sql',
    guard: "raise exception 'no membership without consent' using errcode = 'OS021';",
    without: 'null;',
    tests: ['tests/api/people/invitations/consent.test.ts'],
  },
  {
    name: 'consent: a sheet opens the record of somebody with an e-mail',
    file: 'worker/people/invitations/sql/accepting.sql',
    guard: "and t.payload->>'mailbox' is not distinct from u.email",
    without: '',
    tests: ['tests/api/people/invitations/consent.test.ts'],
  },
  {
    name: 'consent: a person elsewhere is meant by what a company types',
    file: 'worker/people/users/sql/records.sql',
    guard:
      'from users u join memberships m on m.company_id = app_company() and m.user_id = u.id and m.deleted_at is null',
    without: 'from users u join memberships m on m.user_id = u.id and m.deleted_at is null',
    tests: ['tests/api/people/invitations/consent.test.ts', 'tests/api/whole/attackers.test.ts'],
  },
  {
    name: 'consent: a password chosen before the mailbox was proved stays',
    file: 'worker/identity/accounts/sql/links.sql',
    guard: 'if not p_keeps then',
    without: 'if false then',
    tests: ['tests/api/people/invitations/consent.test.ts'],
  },
  {
    name: 'attempts: a save does not wait for the end of its attempt',
    file: 'worker/exams/attempts/sql/saving.sql',
    guard: 'where company_id = app_company() and user_id = app_user() and id = p_attempt for update;',
    without: 'where company_id = app_company() and user_id = app_user() and id = p_attempt;',
    tests: ['tests/races/attempts.test.ts'],
  },
  {
    name: 'attempts: a twin that started before the lock was had is not seen',
    file: 'worker/exams/attempts/sql/starting.sql',
    guard: "perform fail('test_already_started', '', v_twin::text);",
    without: 'null;',
    tests: ['tests/races/attempts.test.ts'],
  },
  {
    name: 'attempts: a page that is loaded again takes back what another one has',
    file: 'worker/exams/attempts/sql/starting.sql',
    guard: 'if p_only_held and v_running.holder is distinct from p_before then',
    without: 'if false then',
    tests: ['tests/api/exams/attempts/attempts.test.ts'],
  },
  {
    name: 'attempts: more than the test allows',
    file: 'worker/exams/attempts/sql/starting.sql',
    guard: 'v_assignment.attempts_used >= attempts_allowed(',
    without: 'v_assignment.attempts_used > attempts_allowed(',
    tests: ['tests/races/attempts.test.ts'],
  },
  {
    name: 'licences: a dispatch opened again asks for none',
    file: 'worker/learning/dispatches/sql/giving.sql',
    guard: 'if dispatch_over(old) and not dispatch_over(new)',
    without: 'if false',
    tests: ['tests/api/learning/dispatches/licences.test.ts'],
  },
  {
    name: 'licences: a restored course asks for none for who came by a dispatch',
    file: 'worker/learning/dispatches/sql/giving.sql',
    guard: 'where p.course_id = new.id and p.only_so and not p.over and not p.blocked)',
    without: 'where false)',
    tests: ['tests/api/learning/dispatches/licences.test.ts'],
  },
  {
    name: 'licences: a mailbox for who came by a dispatch that is over asks for none',
    file: 'worker/learning/dispatches/sql/giving.sql',
    guard: 'perform require_seats_kept(v_company);',
    without: 'null;',
    tests: ['tests/api/learning/dispatches/licences.test.ts'],
  },
  {
    name: 'licences: a sheet makes an account of who came by a dispatch',
    file: 'worker/people/users/sql/inviting.sql',
    guard: "perform require_sign_in_name(v_user, 'user_ids');",
    without: '',
    tests: ['tests/api/learning/dispatches/licences.test.ts'],
  },
  {
    name: 'dispatches: the history withdraws one, and who is in it stays',
    file: 'worker/learning/dispatches/sql/giving.sql',
    guard: 'ended_at = case when new.withdrawn_at is not null then now() end',
    without: 'ended_at = null',
    tests: ['tests/api/learning/dispatches/licences.test.ts'],
  },
  {
    name: 'licences: a seat more than there are',
    file: 'worker/identity/companies/sql/licences.sql',
    guard: 'v_seats.used + v_seats.pending >= v_seats."limit" then',
    without: 'v_seats.used + v_seats.pending > v_seats."limit" then',
    tests: ['tests/api/identity/accounts/accounts.test.ts'],
  },
  {
    name: 'key: takers of a test read its draft',
    file: 'worker/exams/forms/sql/drafts.sql',
    guard: '  perform refuse_own_form(p_form);\n  return v_form;',
    without: '  return v_form;',
    tests: ['tests/api/exams/results/own-key.test.ts'],
  },
  {
    name: 'history: changes are not written',
    file: 'worker/insight/history/sql/recording.sql',
    guard: 'if v_old = v_new then',
    without: 'if true then',
    tests: ['tests/api/insight/history/history.test.ts'],
  },
  {
    name: 'history: the note and the rubric of a question are told to who takes its test',
    file: 'worker/insight/history/sql/telling.sql',
    guard: "'marking', 'marking_note', 'rubric']",
    without: "'marking']",
    tests: ['tests/api/insight/history/restore-rules.test.ts'],
  },
  {
    name: 'retake: granted to whoever needs none',
    file: 'worker/exams/results/sql/deciding.sql',
    guard: "else 'retake_not_needed' end",
    without: 'else null end',
    tests: ['tests/api/exams/results/results.test.ts', 'tests/races/results.test.ts'],
  },
  {
    name: 'chain: a material opens out of turn',
    file: 'worker/learning/materials/sql/opening.sql',
    guard: "    perform fail('material_locked');\n  end if;\n  insert into material_progress",
    without: '    null;\n  end if;\n  insert into material_progress',
    tests: ['tests/api/learning/materials/materials.test.ts'],
  },
  {
    name: 'certificate: issued to whoever has not earned it',
    file: 'worker/exams/certificates/sql/issuing.sql',
    guard:
      'select jsonb_agg(to_jsonb(j)) filter (where j.is_earned and j.is_new),\n         array_agg(j.held_id) filter (where j.is_earned and',
    without:
      'select jsonb_agg(to_jsonb(j)) filter (where j.is_new),\n         array_agg(j.held_id) filter (where j.is_earned and',
    tests: ['tests/api/exams/certificates/certificates.test.ts'],
  },
  {
    name: 'packages: whoever left the company goes on committing',
    file: 'worker/learning/packages/sql/trying.sql',
    guard: 'm.deleted_at is null and m.blocked_at is null\n      and u.blocked_at is null',
    without: 'm.deleted_at is null\n      and u.blocked_at is null',
    tests: ['tests/api/learning/packages/packages.test.ts'],
  },
  {
    name: 'packages: a package may speak with other hosts',
    file: 'worker/learning/packages/content/content.ts',
    guard: '"connect-src \'self\' data: blob:",',
    without: '"connect-src *",',
    tests: ['tests/api/learning/packages/packages.test.ts'],
  },
  {
    name: 'packages: whoever has done the first of several items has passed all',
    file: 'web/player/rollup.ts',
    guard: 'measureProcessor.calculateComplexWeightedMeasure = measureOverAll;',
    without: '',
    tests: ['tests/unit/learning/packages/package-rules.test.ts'],
  },
  {
    name: 'packages: whoever has failed one part has failed the whole',
    file: 'web/player/rollup.ts',
    guard: "ofAll('notSatisfied', '', (part) => isKnown(part, 'satisfied')),",
    without:
      "{ ...ofAll('notSatisfied', '', (part) => !part.objectiveSatisfiedStatus), consideration: 'any' },",
    tests: ['tests/unit/learning/packages/package-rules.test.ts'],
  },
  {
    name: 'packages: an earlier opening commits too',
    file: 'worker/learning/packages/sql/committing.sql',
    guard: "perform fail('package_elsewhere');",
    without: 'null;',
    tests: ['tests/api/learning/packages/packages.test.ts'],
  },
  {
    name: 'packages: a try goes on being committed after the next has begun',
    file: 'worker/learning/packages/sql/trying.sql',
    guard:
      'update package_tries t set opening = t.opening + 1 where t.company_id = app_company() and t.id = v_last.id;',
    without: '',
    tests: ['tests/api/learning/packages/packages.test.ts'],
  },
  {
    name: 'packages: a worker of a package outlives it',
    file: 'worker/learning/packages/content/content.ts',
    guard: "if (request.headers.has('Service-Worker')) return refusal(404);",
    without: '',
    tests: ['tests/api/learning/packages/packages.test.ts'],
  },
  {
    name: 'packages: what an address says is believed unsigned',
    file: 'worker/learning/packages/content/content-token.ts',
    guard:
      "const { payload } = await jwtVerify(token, keyOf(env), {\n      algorithms: ['HS256'],\n      audience: AUDIENCE,\n      requiredClaims: ['sub', 'exp', 'c', 'm', 'p', 't'],\n    });",
    without: "const payload = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());",
    tests: ['tests/api/learning/packages/packages.test.ts'],
  },
  {
    name: 'dispatches: who comes from another system has other courses too',
    file: 'worker/platform/http/serve.ts',
    guard:
      "if (inDispatch === 'course' && c.req.param('id') !== String(course)) throw new AppError('not_found');",
    without: '',
    tests: ['tests/api/learning/dispatches/dispatches.test.ts'],
  },
  {
    name: 'dispatches: more come than it is limited to',
    file: 'worker/learning/dispatches/sql/launching.sql',
    guard: "perform fail('dispatch_full');",
    without: 'null;',
    tests: ['tests/api/learning/dispatches/dispatches.test.ts'],
  },
  {
    name: 'bank: whoever takes a test opens what it asks',
    file: 'worker/exams/bank/sql/entries.sql',
    guard: "perform fail('own_form');",
    without: 'null;',
    tests: ['tests/api/exams/bank/draws.test.ts'],
  },
  {
    name: 'draws: a test is published that cannot ask all its questions',
    file: 'worker/exams/bank/sql/drawing.sql',
    guard: "perform fail('draw_not_filled', 'draws.' || v_short - 1, v_missing::text);",
    without: 'null;',
    tests: ['tests/api/exams/bank/draws.test.ts'],
  },
  {
    name: 'conditions: a test starts outside its window',
    file: 'worker/exams/conditions/sql/window.sql',
    guard: 'if v_waits is not null then',
    without: 'if false then',
    tests: ['tests/api/exams/conditions/conditions.test.ts'],
  },
  {
    name: 'marks: one’s own answers, and those of a test that one takes',
    file: 'worker/exams/marks/sql/marking.sql',
    guard: 'perform refuse_own_form(v_attempt.form_id);',
    without: '',
    tests: ['tests/api/exams/marks/marks.test.ts'],
  },
  {
    name: 'handins: a file of another attempt is an answer',
    file: 'worker/exams/attempts/sql/handing.sql',
    guard: 'and f.media_id = i and f.attempt_id = p_attempt.id',
    without: 'and f.media_id = i',
    tests: ['tests/api/exams/handins/handins.test.ts'],
  },
  {
    name: 'checks: an exam tells the key while it is taken',
    file: 'worker/exams/checks/sql/checking.sql',
    guard: 'if not is_learning(p_settings) or is_by_hand(',
    without: 'if is_by_hand(',
    tests: ['tests/api/exams/checks/checks.test.ts'],
  },
  {
    name: 'checks: an answer changes after its last try',
    file: 'worker/exams/conditions/sql/paper.sql',
    guard: 'any (p_attempt.closed || p_attempt.settled)',
    without: 'any (p_attempt.closed)',
    tests: ['tests/api/exams/checks/checks.test.ts'],
  },
  {
    name: 'uploads: a body that tells that it is too long is read',
    file: 'worker/platform/http/body.ts',
    guard: 'if (told > most) return null;',
    without: '',
    tests: ['tests/api/whole/bodies.test.ts'],
  },
  {
    name: 'uploads: a body is read past its limit',
    file: 'worker/platform/http/body.ts',
    guard: 'if (size > most) {',
    without: 'if (size > Infinity) {',
    tests: ['tests/api/whole/bodies.test.ts'],
  },
  {
    name: 'passwords: few rounds at a public address',
    file: 'worker/platform/secrets/hash.ts',
    guard: 'return isOfNobody && Number.isInteger(rounds)',
    without: 'return Number.isInteger(rounds)',
    tests: ['tests/unit/platform/hash.test.ts'],
  },
  {
    name: 'sessions: what was refused goes out for whoever has signed in since',
    file: 'web/lib/api/api.ts',
    guard: ': isOfSame(accessToken(), token);',
    without: ': true;',
    tests: ['tests/e2e/service/hints.test.ts'],
  },
  {
    name: 'mails: a sender takes more before it notes what it sent',
    file: 'worker/platform/mail.ts',
    guard: '(await db.system(noteSent(sent), take))[1]',
    without: '(await db.system(take, noteSent(sent)))[0]',
    tests: ['tests/api/whole/outages.test.ts'],
  },
  {
    name: 'mails: first come, first served',
    file: 'worker/platform/sql/mails.sql',
    guard: 'order by d.turn, served.last nulls first, d.next_try_at, d.id',
    without: 'order by d.next_try_at, d.id',
    tests: ['tests/api/whole/mails.test.ts', 'tests/races/mails.test.ts'],
  },
];
