import type { Company, ExamQuestion, Person } from '../../../factories/company.ts';
import { startAttempt } from '../../../factories/attempt.ts';
import { unique } from '../../../factories/company.ts';
import { address } from '../../../support/api/accounts.ts';
import { asSystem, world } from '../../../support/api/world.ts';
import type { Client } from '../../../factories/world.ts';
import type { UserType } from '../../../../worker/access/contract.ts';

/** One of everything that calls are about, held together by a group and a course. */
export interface Things {
  company: number;
  /** An activated student, with a position and a subdivision nobody else has, and a photo. */
  member: number;
  place: string;
  /** A student who never signed in, without e-mail. */
  newcomer: number;
  photo: number;
  session: number;
  group: number;
  /** Without a course, so that it can be deleted. */
  empty_group: number;
  program: number;
  /** Of the course, held by its second coach; it has begun. */
  webinar: number;
  /** Of the webinar: whole, and on its way in parts. */
  webinar_file: number;
  webinar_upload: number;
  course: number;
  category: number;
  /** Coaches the course besides whoever reaches it. */
  second_coach: number;
  material: number;
  /** Of the material: whole, and on its way in parts. */
  file: number;
  upload: number;
  /** A material that is a package: its archive on its way in parts, and a try of the things' student. */
  package: number;
  package_upload: number;
  package_try: number;
  /** A dispatch of the course, by which one person came. */
  dispatch: number;
  /** Of a directory. */
  directory_token: number;
  dispatched: number;
  form: number;
  /** Of the first question: whole, and on its way in parts. */
  asked_file: number;
  asked_upload: number;
  exam_material: number;
  questions: ExamQuestion[];
  /** Of the company's bank: a folder, and a question in it. */
  bank_folder: number;
  bank_question: number;
  /** Of the things' student, who passed the course's exam. */
  student: number;
  /** A finished attempt of the things' student. */
  attempt: number;
  /** A mark of that attempt, by nobody of those who call. */
  mark: number;
  /** A repair of the form's key that changed nothing. */
  repair: number;
  print_run: number;
  /** An entry of the history, about the empty group. */
  entry: number;
  /** Runs, of the things' student. */
  running: { attempt_id: number; holder: string };
}

const BANKED = {
  title: 'Banked',
  answers: [
    { title: 'a', is_right_answer: true },
    { title: 'b', is_right_answer: false },
  ],
};

/** Has the owner make something. */
async function idOf(company: Company, path: string, body: object): Promise<number> {
  const made = await company.as('owner').post(path, body);
  return made.body.id as number;
}

/**
 * Makes a set of things.
 * @param hands who manages and coaches it, and who studies in it: a caller for whom it lies in reach, or strangers
 */
export async function someThings(
  company: Company,
  hands: { manager: Person | null; trainer: Person | null; student: Person },
): Promise<Things> {
  const place = unique('Place');
  const [people] = await asSystem<{ member: number; newcomer: number; photo: number; session: number }>([
    `with made as (
       insert into users (record_of, email, phone, activated_at, first_name, last_name)
         values (null, $2, null, now(), 'Member', $3), ($1, null, $4, null, 'Newcomer', $3) returning id, activated_at),
     joined as (
       insert into memberships (company_id, user_id, user_types, position, subdivision)
         select $1, id, '{student}', $3, $3 from made returning user_id),
     entered as (
       insert into sessions (user_id, company_id, user_type, expires_at)
         select id, $1, 'student', now() + interval '1 day' from made where activated_at is not null returning id),
     pictured as (
       insert into media (company_id, key, content_type, size) values ($1, 'no-file', 'image/png', 1) returning id)
     select (select id from made where activated_at is not null) as member,
            (select id from made where activated_at is null) as newcomer,
            (select id from pictured) as photo, (select id from entered) as session`,
    [company.id, address('member'), place, `+38050${String(Math.random()).slice(2, 9)}`],
  ]);
  const { member, newcomer } = people!;
  const joined = { id: member } as Person;
  const managers = hands.manager ? [hands.manager] : [];
  const group = await company.aGroup({
    managers,
    students: [hands.student, joined, { id: newcomer } as Person],
  });
  const empty = await company.aGroup({ managers, students: [] });
  const course = await company.aCourse({
    materials: 1,
    group,
    coaches: hands.trainer ? [hands.trainer] : [],
  });
  const exam = await company.anExam({ course, settings: { issue_certificate: true } });
  const second = await company.aPerson('trainer');
  const [program] = await asSystem<{ id: number; category: number }>([
    `with sorted as (insert into course_categories (company_id, name) values ($1, $2) returning id),
          tagged as (update courses set tags = array[$5], category_id = (select id from sorted) where id = $3),
          coached as (insert into course_members (company_id, course_id, user_id, role) values ($1, $3, $6, 'coach')),
          made as (insert into programs (company_id, name, tags) values ($1, $2, array[$5]) returning id),
          holds as (insert into program_courses (company_id, program_id, course_id, position) select $1, id, $3, 1 from made),
          given as (insert into program_groups (company_id, program_id, group_id) select $1, id, $4 from made)
     select id, (select id from sorted) as category from made`,
    [company.id, unique('Program'), course.id, group.id, place, second.id],
  ]);
  const [webinar] = await asSystem<{ id: number }>([
    `with made as (
       insert into webinars (company_id, name, host_id, join_url, starts_at, time_zone, duration)
         values ($1, $2, $3, 'https://example.com/room', date_trunc('milliseconds', now()), 'Europe/Kyiv', 60) returning id),
          tied as (insert into webinar_courses (company_id, webinar_id, course_id) select $1, id, $4 from made)
     select id from made`,
    [company.id, unique('Webinar'), second.id, course.id],
  ]);
  const [handouts] = await asSystem<{ webinar_file: number; webinar_upload: number }>([
    `with whole as (insert into media (company_id, key, content_type, size, name) values ($1, 'no-file', 'image/png', 1, 'a.png') returning id),
          shown as (insert into webinar_files (company_id, webinar_id, media_id) select $1, $2, id from whole),
          coming as (insert into media (company_id, key, content_type, size, name, uploading_since, upload_id)
            values ($1, 'no-recording', 'video/mp4', 60000000, 'a.mp4', now(), 'none') returning id),
          begun as (insert into uploads (company_id, media_id, owner_kind, owner_id, kind) select $1, id, 'webinar', $2, 'recording' from coming)
     select (select id from whole) as webinar_file, (select id from coming) as webinar_upload`,
    [company.id, webinar!.id],
  ]);
  const [files] = await asSystem<{ file: number; upload: number }>([
    `with whole as (insert into media (company_id, key, content_type, size, name) values ($1, 'no-file', 'image/png', 1, 'a.png') returning id),
          shown as (insert into material_files (company_id, material_id, media_id, kind) select $1, $2, id, 'attachment' from whole),
          coming as (insert into media (company_id, key, content_type, size, name, uploading_since, upload_id)
            values ($1, 'no-upload', 'video/mp4', 60000000, 'a.mp4', now(), 'none') returning id),
          begun as (insert into uploads (company_id, media_id, owner_kind, owner_id, kind) select $1, id, 'material', $2, 'attachment' from coming)
     select (select id from whole) as file, (select id from coming) as upload`,
    [company.id, course.materials[0]],
  ]);
  const [pack] = await asSystem<{ package: number; package_upload: number; package_try: number }>([
    `with made as (insert into materials (company_id, course_id, name, type, position, next_access)
            values ($1, $2, $3, 'package', 9, 'free') returning id),
          whole as (insert into media (company_id, key, content_type, size, name) values ($1, 'no-package', 'application/zip', 1, 'a.zip') returning id),
          shown as (insert into material_files (company_id, material_id, media_id, kind) select $1, made.id, whole.id, 'main' from made, whole),
          version as (insert into packages (company_id, media_id, material_id, number, standard, edition, title, items, problems, file_count, inflated)
            select $1, whole.id, made.id, 1, '1.2', '1.2', $3, '[]', '[]', 1, 1 from made, whole returning media_id),
          tried as (insert into package_tries (company_id, user_id, material_id, package_id, number, opening, started_at)
            select $1, $4, made.id, version.media_id, 1, 1, now() from made, version returning id),
          coming as (insert into media (company_id, key, content_type, size, name, uploading_since, upload_id)
            values ($1, 'no-archive', 'application/zip', 60000000, 'b.zip', now(), 'none') returning id),
          begun as (insert into uploads (company_id, media_id, owner_kind, owner_id, kind) select $1, coming.id, 'material', made.id, 'main' from coming, made)
     select (select id from made) as package, (select id from coming) as package_upload, (select id from tried) as package_try`,
    [company.id, course.id, unique('Package'), hands.student.id],
  ]);
  const [dispatch] = await asSystem<{ dispatch: number; dispatched: number }>([
    `with made as (insert into dispatches (company_id, course_id, group_id, name, standard, created_at)
            values ($1, $2, $3, $4, '1.2', now()) returning id),
          came as (insert into dispatch_learners (company_id, dispatch_id, learner_id, user_id, joined_at, seen_at)
            select $1, made.id, $4, $5, now(), now() from made returning user_id)
     select (select id from made) as dispatch, (select user_id from came) as dispatched`,
    [company.id, course.id, course.group.id, unique('Dispatch'), hands.student.id],
  ]);
  const [directory] = await asSystem<{ directory_token: number }>([
    `insert into directory_tokens (company_id, name, prefix, token_hash, created_by, created_at)
       values ($1, $2, 'osnova_', $2, $3, now()) returning id as directory_token`,
    [company.id, unique('Token'), company.people.owner.id],
  ]);
  const [asked] = await asSystem<{ asked_file: number; asked_upload: number }>([
    `with whole as (insert into media (company_id, key, content_type, size, name) values ($1, 'no-file', 'image/png', 1, 'a.png') returning id),
          shown as (insert into question_files (company_id, question_id, media_id, position) select $1, $2, id, 1 from whole),
          coming as (insert into media (company_id, key, content_type, size, name, uploading_since, upload_id)
            values ($1, 'no-answer', 'video/mp4', 60000000, 'a.mp4', now(), 'none') returning id),
          begun as (insert into uploads (company_id, media_id, owner_kind, owner_id, kind) select $1, id, 'question', $2, 'attachment' from coming)
     select (select id from whole) as asked_file, (select id from coming) as asked_upload`,
    [company.id, exam.questions[0]!.id],
  ]);
  const bank_folder = await idOf(company, '/bank/folders/', { name: unique('Folder') });
  const bank_question = await idOf(company, '/bank/questions/', {
    folder_id: bank_folder,
    question: BANKED,
  });
  const { attempt_id, holder, finish } = await startAttempt(hands.student.client, exam);
  await finish();
  const [repair] = await asSystem<{ id: number }>([
    `with failed as (insert into assignments (company_id, form_id, user_id, status, attempts_used) values ($1, $2, $3, 'completed', 1))
     insert into key_repairs (company_id, form_id, changes, only_raise, author_id, created_at)
       values ($1, $2, '[]', false, $4, now()) returning id`,
    [company.id, exam.form_id, member, second.id],
  ]);
  const print_run = await idOf(company, `/course/course/${course.id}/form/${exam.form_id}/print_runs/`, {
    variants: 2,
  });
  const [mark] = await asSystem<{ id: number }>([
    `insert into marks (company_id, attempt_id, question_id, marker_id, score, marked_at)
       values ($1, $2, $3, $4, 1, now()) returning id`,
    [company.id, attempt_id, exam.questions[0]!.id, hands.student.id],
  ]);
  await asSystem(['update study_groups set description = $2 where id = $1', [empty.id, place]]);
  const [changed] = await asSystem<{ entry: number }>([
    `select max(id) as entry from history where company_id = $1 and object_model = 'group' and object_id = $2`,
    [company.id, empty.id],
  ]);
  return {
    ...people!,
    ...changed!,
    company: company.id,
    place,
    repair: repair!.id,
    print_run,
    bank_folder,
    bank_question,
    group: group.id,
    empty_group: empty.id,
    program: program!.id,
    webinar: webinar!.id,
    ...handouts!,
    category: program!.category,
    second_coach: second.id,
    course: course.id,
    material: course.materials[0]!,
    ...files!,
    ...pack!,
    ...dispatch!,
    ...directory!,
    ...asked!,
    form: exam.form_id,
    exam_material: exam.material_id,
    questions: exam.questions,
    student: hands.student.id,
    attempt: attempt_id,
    mark: mark!.id,
    running: { attempt_id, holder },
  };
}

export interface Sent {
  path: string;
  body?: unknown;
  /** Sends a picture in this field of a form. */
  upload?: 'photo' | 'file';
  /** Whether the list that is answered holds the thing. */
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of any list
  holds?: (row: any) => boolean;
}

const course = (it: Things) => `/course/course/${it.course}`;
const material = (it: Things) => `${course(it)}/educational_material/${it.material}/`;
const uploader = (it: Things) => `/api_uploader/v1${material(it)}`;
const pack = (it: Things) => `${course(it)}/educational_material/${it.package}/package/`;
const form = (it: Things) => `${course(it)}/form/${it.form}`;
const answerFiles = (it: Things) => `/course/student_passed_form/${it.attempt}/files/${it.questions[0]!.id}`;
const question = (it: Things) => `/course/questions/${it.questions[0]!.id}`;
const user = (it: Things) => `/accounts/user/${it.member}/`;
const webinar = (it: Things) => `/webinar/webinar/${it.webinar}`;
const group = (it: Things) => `/study_group/study_group/${it.group}/`;

/** A repair of the first question that leaves its key as it is. */
function sameKey(it: Things) {
  const [{ id, answers }] = it.questions as [ExamQuestion];
  return {
    question_id: id,
    right_answer_ids: answers.filter((answer) => answer.is_right_answer).map((answer) => answer.id),
  };
}

/** How each private call is made about a set of things, by somebody. */
export const CALLS: Record<string, (it: Things, who: Person) => Sent> = {
  'GET /accounts/user_info': () => ({ path: '/accounts/user_info/' }),
  'PATCH /accounts/user_info': () => ({ path: '/accounts/user_info/', body: { first_name: 'Own' } }),
  'GET /accounts/memberships': () => ({ path: '/accounts/memberships/' }),
  'GET /accounts/export': () => ({ path: '/accounts/export/' }),
  'POST /accounts/erasure': () => ({ path: '/accounts/erasure/', body: { address: 'nobody@example.com' } }),
  'GET /accounts/former_users': (it) => ({
    path: '/accounts/former_users/?page_size=100',
    holds: (row) => row.id === it.member,
  }),
  'POST /accounts/user/:id/erasure': (it) => ({ path: `${user(it)}erasure/`, body: { understood: true } }),
  'GET /space/space/:id/export': (it) => ({ path: `/space/space/${it.company}/export/` }),
  'POST /space/space/:id/ownership': (it) => ({
    path: `/space/space/${it.company}/ownership/`,
    body: { user_id: it.member },
  }),
  'POST /space/space/:id/erasure': (it) => ({
    path: `/space/space/${it.company}/erasure/`,
    body: { name: 'Another name' },
  }),
  'DELETE /space/space/:id/erasure': (it) => ({ path: `/space/space/${it.company}/erasure/` }),
  'GET /accounts/security': () => ({ path: '/accounts/security/' }),
  'GET /notifications': () => ({ path: '/notifications/' }),
  'GET /notifications/unread': () => ({ path: '/notifications/unread/' }),
  'POST /notifications/read': () => ({ path: '/notifications/read/', body: { all: true, up_to: 1 } }),
  'GET /notifications/settings': () => ({ path: '/notifications/settings/' }),
  'PATCH /notifications/settings': () => ({ path: '/notifications/settings/', body: { muted: ['webinar'] } }),
  'GET /accounts/sessions': () => ({ path: '/accounts/sessions/' }),
  'POST /accounts/change_email': () => ({ path: '/accounts/change_email/', body: { token: 'unknown' } }),
  'GET /accounts/invitations': () => ({ path: '/accounts/invitations/' }),
  'POST /accounts/invitations/:id/accept': (it) => ({ path: `/accounts/invitations/${it.newcomer}/accept/` }),
  'POST /accounts/invitations/:id/decline': (it) => ({
    path: `/accounts/invitations/${it.newcomer}/decline/`,
    body: {},
  }),
  'POST /accounts/change_current_user_type': (_, who) => ({
    path: '/accounts/change_current_user_type/',
    body: { user_type: who.user_type },
  }),
  'POST /space/change_current_space': (it) => ({
    path: '/space/change_current_space/',
    body: { space_pk: it.company },
  }),
  'DELETE /accounts/sessions/:id': (it) => ({ path: `/accounts/sessions/${it.session}/` }),
  'POST /accounts/change_password': () => ({
    path: '/accounts/change_password/',
    body: { old_password: 'Zorepad-2026', new_password: 'Verboloz-2026' },
  }),
  'POST /accounts/confirm_password': () => ({
    path: '/accounts/confirm_password/',
    body: { password: 'Zorepad-2026' },
  }),
  'POST /accounts/sleekplan_token': () => ({ path: '/accounts/sleekplan_token/' }),
  'GET /support/contacts': () => ({ path: '/support/contacts/' }),
  'POST /support/feedback': () => ({
    path: '/support/feedback/',
    body: { category: 'idea', text: 'Більше кольорів' },
  }),
  'POST /accounts/totp/create': () => ({ path: '/accounts/totp/create/' }),
  'POST /accounts/totp/verify': () => ({ path: '/accounts/totp/verify/', body: { code: '123456' } }),
  'DELETE /accounts/totp': () => ({ path: '/accounts/totp/' }),
  'POST /accounts/recovery_codes': () => ({ path: '/accounts/recovery_codes/' }),
  'POST /accounts/u2f/challenge': () => ({ path: '/accounts/u2f/challenge/' }),
  'POST /accounts/u2f/create': () => ({ path: '/accounts/u2f/create/', body: {} }),
  'PATCH /accounts/u2f/:id': () => ({ path: '/accounts/u2f/1/', body: { name: 'Key' } }),
  'DELETE /accounts/u2f/:id': () => ({ path: '/accounts/u2f/1/' }),
  'POST /accounts/social_links': () => ({ path: '/accounts/social_links/', body: {} }),
  'DELETE /accounts/social_links/:backend': () => ({ path: '/accounts/social_links/google/' }),

  'GET /space/space/:id': (it) => ({ path: `/space/space/${it.company}/` }),
  'PATCH /space/space/:id': (it) => ({ path: `/space/space/${it.company}/`, body: { description: 'New' } }),
  'POST /space/space/:id/upload_photo': (it) => ({
    path: `/space/space/${it.company}/upload_photo/`,
    upload: 'photo',
  }),
  'DELETE /space/space/:id/remove_photo': (it) => ({ path: `/space/space/${it.company}/remove_photo/` }),
  'POST /space/second_factor': () => ({ path: '/space/second_factor/', body: { required: true } }),
  'GET /space/mail_allowance': () => ({ path: '/space/mail_allowance/' }),
  'POST /space/mail_allowance/lift': () => ({ path: '/space/mail_allowance/lift/' }),
  'GET /space/directory': () => ({ path: '/space/directory/' }),
  'POST /space/directory/tokens': () => ({ path: '/space/directory/tokens/', body: { name: 'Entra ID' } }),
  'DELETE /space/directory/tokens/:id': (it) => ({ path: `/space/directory/tokens/${it.directory_token}/` }),
  'POST /space/new_space': () => ({ path: '/space/new_space/', body: { name: unique('Second') } }),
  'GET /space/space/:id/dashboard': (it) => ({ path: `/space/space/${it.company}/dashboard/` }),
  'GET /space/space/:id/dashboard/groups': (it) => ({ path: `/space/space/${it.company}/dashboard/groups/` }),
  'GET /space/space/:id/dashboard/programs': (it) => ({
    path: `/space/space/${it.company}/dashboard/programs/`,
  }),
  'GET /space/space/:id/dashboard/certificates': (it) => ({
    path: `/space/space/${it.company}/dashboard/certificates/`,
  }),

  'GET /accounts/user': (it) => ({
    path: '/accounts/user/?page_size=100',
    holds: (row) => row.id === it.member,
  }),
  'GET /accounts/user/:id': (it) => ({ path: user(it) }),
  'GET /accounts/memberships/:id': (it) => ({ path: `/accounts/memberships/${it.member}/` }),
  'GET /accounts/user/:id/learning': (it) => ({ path: `${user(it)}learning/` }),
  'GET /accounts/all_spaces_users': (it) => ({
    path: '/accounts/all_spaces_users/?page_size=100',
    holds: (row) => row.id === it.member,
  }),
  'GET /directory/positions': (it) => ({
    path: '/directory/positions/?page_size=100',
    holds: (row) => row.name === it.place,
  }),
  'GET /directory/subdivisions': (it) => ({
    path: '/directory/subdivisions/?page_size=100',
    holds: (row) => row.name === it.place,
  }),
  'POST /accounts/user': (it) => ({
    path: '/accounts/user/',
    body: { email: address('new'), user_types: ['student'], group_ids: [it.group] },
  }),
  'GET /accounts/user/:id/extra_time': (it) => ({ path: `${user(it)}extra_time/` }),
  'POST /accounts/user/:id/extra_time': (it) => ({
    path: `${user(it)}extra_time/`,
    body: { percent: 25, minutes: 0 },
  }),
  'PATCH /accounts/user/:id': (it) => ({ path: user(it), body: { comment: 'New' } }),
  'POST /accounts/user/bulk': (it) => ({
    path: '/accounts/user/bulk/',
    body: { action: 'add_to_group', user_ids: [it.member], target_id: it.group },
  }),
  'POST /accounts/invite_user': (it) => ({
    path: '/accounts/invite_user/',
    body: { email: address('invited'), user_type: 'student', course_ids: [it.course] },
  }),
  'POST /accounts/sign_in_sheets': (it) => ({
    path: '/accounts/sign_in_sheets/',
    body: { user_ids: [it.newcomer] },
  }),
  'POST /accounts/user/:id/upload_photo': (it) => ({
    path: `/accounts/user/${it.newcomer}/upload_photo/`,
    upload: 'photo',
  }),
  'DELETE /accounts/user/:id/remove_photo': (it) => ({ path: `/accounts/user/${it.newcomer}/remove_photo/` }),
  'POST /accounts/blocking_membership': (it) => ({
    path: '/accounts/blocking_membership/',
    body: { user_pk: it.member, blocked: false },
  }),
  'POST /accounts/user/:id/propose_name': (it) => ({
    path: `/accounts/user/${it.member}/propose_name/`,
    body: { last_name: 'Інша', first_name: 'Людина' },
  }),
  'POST /accounts/proposed_name': () => ({
    path: '/accounts/proposed_name/',
    body: { last_name: 'Інша', first_name: 'Людина', accept: true },
  }),
  'POST /accounts/memberships': (it) => ({
    path: '/accounts/memberships/',
    body: { user_pk: it.member, user_type: 'student' },
  }),
  'GET /media/:id': (it) => ({ path: `/media/${it.photo}/` }),

  'GET /accounts/user_data_template': () => ({ path: '/accounts/user_data_template/' }),
  'GET /accounts/user_data/:id': (it) => ({ path: `/accounts/user_data/${it.company}/` }),
  'POST /accounts/user_data/:id': (it) => ({ path: `/accounts/user_data/${it.company}/`, upload: 'file' }),
  'GET /accounts/user_data/:id/imports': (it) => ({ path: `/accounts/user_data/${it.company}/imports/` }),
  'POST /accounts/user_data/:id/undo': (it) => ({
    path: `/accounts/user_data/${it.company}/undo/`,
    body: { batch: crypto.randomUUID() },
  }),
  'POST /accounts/user_data/:id/rows': (it) => ({
    path: `/accounts/user_data/${it.company}/rows/`,
    body: { rows: [{ row: 2, cells: { role: 'student', email: address('imported') } }], dry_run: true },
  }),

  'GET /study_group/study_group': (it) => ({
    path: '/study_group/study_group/?page_size=100',
    holds: (row) => row.id === it.group,
  }),
  'GET /study_group/study_group/:id': (it) => ({ path: group(it) }),
  'GET /study_group/group_member': (it) => ({ path: `/study_group/group_member/?group=${it.group}` }),
  'GET /study_group/group_member_export': (it) => ({
    path: `/study_group/group_member_export/?group=${it.group}`,
  }),
  'POST /study_group/study_group': (it) => ({
    path: '/study_group/study_group/',
    body: { name: unique('Made'), student_ids: [it.member], course_ids: [it.course] },
  }),
  'PATCH /study_group/study_group/:id': (it) => ({ path: group(it), body: { description: 'New' } }),
  'POST /study_group/group_member': (it) => ({
    path: '/study_group/group_member/',
    body: { group: it.empty_group, role: 'student', user_ids: [it.member] },
  }),
  'POST /study_group/rule_preview': (it) => ({
    path: '/study_group/rule_preview/',
    body: { group: it.group, rule: { positions: ['Комірник'] } },
  }),
  'DELETE /study_group/study_group/:id/:role/:user_id': (it) => ({
    path: `${group(it)}student/${it.newcomer}/`,
  }),

  'GET /educational_program/educational_program': (it) => ({
    path: '/educational_program/educational_program/?page_size=100',
    holds: (row) => row.id === it.program,
  }),
  'GET /educational_program/educational_program/:id': (it) => ({
    path: `/educational_program/educational_program/${it.program}/`,
  }),

  'GET /educational_program/educational_program/:id/chronology': (it) => ({
    path: `/educational_program/educational_program/${it.program}/chronology/`,
  }),
  'POST /educational_program/educational_program/:id/chronology': (it) => ({
    path: `/educational_program/educational_program/${it.program}/chronology/`,
    body: { stages: [{ items: [{ course_id: it.course }] }] },
  }),
  'POST /educational_program/educational_program/:id/chronology/preview': (it) => ({
    path: `/educational_program/educational_program/${it.program}/chronology/preview/`,
    body: { stages: [] },
  }),
  'GET /educational_program/educational_program/:id/chronology/students': (it) => ({
    path: `/educational_program/educational_program/${it.program}/chronology/students/?page_size=100`,
    holds: (row) => row.id === it.member,
  }),
  'GET /educational_program/educational_program/:id/chronology/students_export': (it) => ({
    path: `/educational_program/educational_program/${it.program}/chronology/students_export/`,
  }),
  'GET /directory/educational_program_tags': (it) => ({
    path: '/directory/educational_program_tags/?page_size=100',
    holds: (row) => row.name === it.place,
  }),
  'POST /educational_program/educational_program': (it) => ({
    path: '/educational_program/educational_program/',
    body: { name: unique('Made'), group_ids: [it.group], course_ids: [it.course] },
  }),
  'PATCH /educational_program/educational_program/:id': (it) => ({
    path: `/educational_program/educational_program/${it.program}/`,
    body: { description: 'New' },
  }),
  'POST /educational_program/educational_program/:id/upload_photo': (it) => ({
    path: `/educational_program/educational_program/${it.program}/upload_photo/`,
    upload: 'photo',
  }),
  'DELETE /educational_program/educational_program/:id/remove_photo': (it) => ({
    path: `/educational_program/educational_program/${it.program}/remove_photo/`,
  }),
  'DELETE /educational_program/educational_program/:id': (it) => ({
    path: `/educational_program/educational_program/${it.program}/`,
  }),

  'GET /webinar/webinar': (it) => ({
    path: '/webinar/webinar/?page_size=100',
    holds: (row) => row.id === it.webinar,
  }),
  'GET /webinar/webinar/:id': (it) => ({ path: `${webinar(it)}/` }),
  'GET /webinar/webinar/:id/calendar': (it) => ({ path: `${webinar(it)}/calendar/` }),
  'POST /webinar/webinar/:id/join': (it) => ({ path: `${webinar(it)}/join/` }),
  'POST /webinar/webinar/:id/leave': (it) => ({ path: `${webinar(it)}/leave/` }),
  'POST /api_uploader/v1/webinar/webinar/:id/upload_file': (it) => ({
    path: `/api_uploader/v1${webinar(it)}/upload_file/`,
    body: { name: 'slides.pdf', size: 1000, kind: 'file' },
  }),
  'POST /api_uploader/v1/webinar/webinar/:id/upload_file/:fileId/parts': (it) => ({
    path: `/api_uploader/v1${webinar(it)}/upload_file/${it.webinar_upload}/parts/`,
    body: { numbers: [1] },
  }),
  'POST /api_uploader/v1/webinar/webinar/:id/upload_file/:fileId/complete': (it) => ({
    path: `/api_uploader/v1${webinar(it)}/upload_file/${it.webinar_upload}/complete/`,
    body: { parts: [] },
  }),
  'DELETE /api_uploader/v1/webinar/webinar/:id/delete_file/:fileId': (it) => ({
    path: `/api_uploader/v1${webinar(it)}/delete_file/${it.webinar_file}/`,
  }),
  'GET /webinar/webinar/:id/attendance': (it) => ({ path: `${webinar(it)}/attendance/` }),
  'POST /webinar/webinar/:id/attendance': (it) => ({
    path: `${webinar(it)}/attendance/`,
    body: { user_id: it.member, status: 'attended' },
  }),
  'GET /webinar/host_clashes': () => ({
    path: '/webinar/host_clashes/?host_ids=1&starts_at=2030-05-01T09:00:00Z&duration=60',
  }),
  'POST /webinar/webinar': (it) => ({
    path: '/webinar/webinar/',
    body: {
      name: unique('Made'),
      starts_at: '2030-05-01T09:00:00Z',
      time_zone: 'Europe/Kyiv',
      duration: 60,
      course_ids: [it.course],
    },
  }),
  'PATCH /webinar/webinar/:id': (it) => ({ path: `${webinar(it)}/`, body: { description: 'New' } }),
  'POST /webinar/webinar/:id/upload_photo': (it) => ({
    path: `${webinar(it)}/upload_photo/`,
    upload: 'photo',
  }),
  'DELETE /webinar/webinar/:id/remove_photo': (it) => ({ path: `${webinar(it)}/remove_photo/` }),
  'POST /webinar/webinar/:id/cancel': (it) => ({ path: `${webinar(it)}/cancel/`, body: {} }),
  'DELETE /webinar/webinar/:id': (it) => ({ path: `${webinar(it)}/` }),

  'GET /course/course': (it) => ({
    path: '/course/course/?page_size=100',
    holds: (row) => row.id === it.course,
  }),
  'GET /course/course/:id': (it) => ({ path: `${course(it)}/` }),
  'POST /course/course': (it) => ({
    path: '/course/course/',
    body: { name: unique('Made'), group_ids: [it.group] },
  }),
  'PATCH /course/course/:id': (it) => ({ path: `${course(it)}/`, body: { description: 'New' } }),
  'POST /course/course/:id/upload_photo': (it) => ({ path: `${course(it)}/upload_photo/`, upload: 'photo' }),
  'DELETE /course/course/:id/remove_photo': (it) => ({ path: `${course(it)}/remove_photo/` }),
  'GET /course/course/status_info_for_student': () => ({ path: '/course/course/status_info_for_student/' }),
  'GET /directory/course_names': (it) => ({
    path: '/directory/course_names/?page_size=100',
    holds: (row) => row.id === it.course,
  }),
  'GET /directory/course_tags': (it) => ({
    path: '/directory/course_tags/?page_size=100',
    holds: (row) => row.name === it.place,
  }),
  'GET /directory/course_category': (it) => ({
    path: '/directory/course_category/?page_size=100',
    holds: (row) => row.id === it.category,
  }),
  'POST /directory/course_category': () => ({
    path: '/directory/course_category/',
    body: { name: unique('Category') },
  }),
  'GET /directory/course_category/:id': (it) => ({ path: `/directory/course_category/${it.category}/` }),
  'PATCH /directory/course_category/:id': (it) => ({
    path: `/directory/course_category/${it.category}/`,
    body: { name: unique('Category') },
  }),
  'GET /course/course/:id/students': (it) => ({
    path: `${course(it)}/students/?page_size=100`,
    holds: (row) => row.id === it.member,
  }),
  'POST /course/course/:id/students': (it) => ({
    path: `${course(it)}/students/`,
    body: { user_ids: [it.member] },
  }),
  'POST /course/course/:id/due_date': (it) => ({
    path: `${course(it)}/due_date/`,
    body: { group_ids: [it.group], due_on: '2030-01-01', dry_run: true },
  }),
  'DELETE /course/course/:id/students/:user_id': (it) => ({ path: `${course(it)}/students/${it.member}/` }),
  'GET /course/course/:id/blocked_user': (it) => ({ path: `${course(it)}/blocked_user/` }),
  'POST /course/course/:id/blocked_user': (it) => ({
    path: `${course(it)}/blocked_user/`,
    body: { user_pk: it.member },
  }),
  'GET /course/course/:id/blocked_user/:user_id': (it) => ({
    path: `${course(it)}/blocked_user/${it.member}/`,
  }),
  'DELETE /course/course/:id/blocked_user/:user_id': (it) => ({
    path: `${course(it)}/blocked_user/${it.member}/`,
  }),
  'POST /course/course/:id/coaches': (it, who) => ({
    path: `${course(it)}/coaches/`,
    body: {
      user_ids: ['trainer', 'manager'].includes(who.user_type)
        ? [who.id, it.second_coach]
        : [it.second_coach],
    },
  }),
  'DELETE /directory/course_category/:id': (it) => ({ path: `/directory/course_category/${it.category}/` }),
  'DELETE /course/course/:id/coaches/:user_id': (it) => ({
    path: `${course(it)}/coaches/${it.second_coach}/`,
  }),
  'POST /course/course/:id/leave_course': (it) => ({ path: `${course(it)}/leave_course/` }),
  'GET /course/course/:id/coach_candidates': (it) => ({ path: `${course(it)}/coach_candidates/` }),
  'GET /course/course/:id/history': (it) => ({ path: `${course(it)}/history/` }),
  'GET /history/history': (it) => ({
    path: '/history/history/?page_size=100&section=groups',
    holds: (row) => row.object_id === it.empty_group,
  }),
  'GET /history/authors': () => ({ path: '/history/authors/' }),
  'GET /history/history/:id/entries': (it) => ({ path: `/history/history/${it.entry}/entries/` }),
  'GET /history/history/:id/restore_preview': (it) => ({
    path: `/history/history/${it.entry}/restore_preview/?alone=true`,
  }),
  'GET /history/history/:id/restore': (it) => ({ path: `/history/history/${it.entry}/restore/?alone=true` }),
  'GET /course/course/:id/statistic': (it) => ({ path: `${course(it)}/statistic/` }),
  'GET /course/course/:id/statistic_columns': (it) => ({ path: `${course(it)}/statistic_columns/` }),
  'GET /course/course/:id/statistic_columns/:formId': (it) => ({
    path: `${course(it)}/statistic_columns/${it.form}/`,
  }),
  'GET /course/course/:id/statistic/:attemptId': (it) => ({
    path: `${course(it)}/statistic/${it.attempt}/`,
  }),
  'GET /course/course/:id/statistic_summary': (it) => ({ path: `${course(it)}/statistic_summary/` }),
  'GET /course/course/:id/statistic_export': (it) => ({
    path: `${course(it)}/statistic_export/?columns=last_name,form_${it.form}_percent`,
  }),
  'GET /course/course/:id/dynamic_statistic': (it) => ({ path: `${course(it)}/dynamic_statistic/` }),
  'GET /course/course/:id/form/:formId/question_statistic': (it) => ({
    path: `${form(it)}/question_statistic/`,
  }),
  'GET /course/course/:id/educational_material/:materialId': (it) => ({ path: material(it) }),
  'GET /course/course/:id/educational_material': (it) => ({ path: `${course(it)}/educational_material/` }),
  'POST /course/course/:id/educational_material/:materialId': (it) => ({
    path: material(it),
    body: { description: 'New' },
  }),
  'POST /course/course/:id/educational_material/:materialId/note': (it) => ({
    path: `${material(it)}note/`,
    body: { text: 'Own' },
  }),
  'POST /course/course/:id/educational_material/:materialId/bookmark': (it) => ({
    path: `${material(it)}bookmark/`,
    body: { kind: 'page', at: 2, text: 'Page' },
  }),
  'GET /course/notes': () => ({ path: '/course/notes/' }),
  'DELETE /course/notes/:id': () => ({ path: '/course/notes/2000000000/' }),
  'POST /course/course/:id/educational_material': (it) => ({
    path: `${course(it)}/educational_material/`,
    body: { name: unique('Made'), type: 'theory' },
  }),
  'PATCH /course/course/:id/educational_material/:materialId': (it) => ({
    path: material(it),
    body: { name: unique('New') },
  }),
  'POST /course/course/:id/update_materials_sequence': (it) => ({
    path: `${course(it)}/update_materials_sequence/`,
    body: { material_ids: [it.exam_material, it.material] },
  }),
  'POST /course/course/:id/educational_material/:materialId/finish': (it) => ({
    path: `${material(it)}finish/`,
  }),
  'POST /course/course/:id/educational_material/:materialId/progress': (it) => ({
    path: `${material(it)}progress/`,
    body: { resume_at: 1 },
  }),
  'POST /course/course/:id/educational_material/:materialId/clone': (it) => ({
    path: `${material(it)}clone/`,
  }),
  'GET /course/course/:id/student_materials/:userId': (it) => ({
    path: `${course(it)}/student_materials/${it.member}/`,
  }),
  'POST /course/unblock_material': (it) => ({
    path: '/course/unblock_material/',
    body: { material_id: it.material, user_id: it.member },
  }),
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/upload_file': (it) => ({
    path: `${uploader(it)}upload_file/`,
    body: { name: 'slides.pdf', size: 1000, kind: 'attachment' },
  }),
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/upload_file/:fileId/parts': (
    it,
  ) => ({
    path: `${uploader(it)}upload_file/${it.upload}/parts/`,
    body: { numbers: [1] },
  }),
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/upload_file/:fileId/complete': (
    it,
  ) => ({ path: `${uploader(it)}upload_file/${it.upload}/complete/`, body: { parts: [] } }),
  'DELETE /api_uploader/v1/course/course/:id/educational_material/:materialId/delete_file/:fileId': (it) => ({
    path: `${uploader(it)}delete_file/${it.file}/`,
  }),
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/package': (it) => ({
    path: `/api_uploader/v1${pack(it)}`,
    body: { name: 'a.zip', size: 1000 },
  }),
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/package/:fileId/parts': (it) => ({
    path: `/api_uploader/v1${pack(it)}${it.package_upload}/parts/`,
    body: { numbers: [1] },
  }),
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/package/:fileId/complete': (
    it,
  ) => ({
    path: `/api_uploader/v1${pack(it)}${it.package_upload}/complete/`,
    body: { parts: [] },
  }),
  'GET /course/course/:id/dispatches': (it) => ({
    path: `${course(it)}/dispatches/`,
    holds: (row) => row.id === it.dispatch,
  }),
  'POST /course/course/:id/dispatches': (it) => ({
    path: `${course(it)}/dispatches/`,
    body: { name: unique('Dispatch') },
  }),
  'PATCH /course/course/:id/dispatches/:dispatchId': (it) => ({
    path: `${course(it)}/dispatches/${it.dispatch}/`,
    body: { max_people: 7 },
  }),
  'POST /course/course/:id/dispatches/:dispatchId/package': (it) => ({
    path: `${course(it)}/dispatches/${it.dispatch}/package/`,
  }),
  'GET /course/course/:id/dispatches/:dispatchId/people': (it) => ({
    path: `${course(it)}/dispatches/${it.dispatch}/people/`,
    holds: (row) => row.user_id === it.dispatched,
  }),
  'GET /course/course/:id/standing': (it) => ({ path: `${course(it)}/standing/` }),
  'GET /course/course/:id/educational_material/:materialId/package': (it) => ({ path: pack(it) }),
  'PATCH /course/course/:id/educational_material/:materialId/package': (it) => ({
    path: pack(it),
    body: { allow_popups: false },
  }),
  'POST /course/course/:id/educational_material/:materialId/package/start': (it) => ({
    path: `${pack(it)}start/`,
    body: {},
  }),
  'POST /course/course/:id/educational_material/:materialId/package/tries/:tryId/commit': (it) => ({
    path: `${pack(it)}tries/${it.package_try}/commit/`,
    body: { commit: JSON.stringify({ opening: 1, sequence: 1, item: '', state: {} }) },
  }),
  'GET /course/course/:id/educational_material/:materialId/package/tries': (it) => ({
    path: `${pack(it)}tries/`,
    holds: (row) => row.id === it.package_try,
  }),
  'GET /course/course/:id/educational_material/:materialId/package/answers': (it) => ({
    path: `${pack(it)}answers/`,
  }),
  'GET /course/course/:id/educational_material/:materialId/package/tries/:tryId': (it) => ({
    path: `${pack(it)}tries/${it.package_try}/`,
  }),

  'POST /course/course/:id/clone': (it) => ({ path: `${course(it)}/clone/`, body: {} }),
  'GET /library/library': () => ({ path: '/library/library/' }),
  'GET /library/library/:id': (it) => ({ path: `/library/library/${it.course}/` }),
  'POST /library/library/:id/clone_course': (it) => ({
    path: `/library/library/${it.course}/clone_course/`,
    body: {},
  }),
  'GET /course/course/:id/library_changes': (it) => ({ path: `${course(it)}/library_changes/` }),
  'POST /course/course/:id/library_changes': (it) => ({
    path: `${course(it)}/library_changes/`,
    body: { decisions: [{ origin_material_id: it.material, decision: 'keep' }] },
  }),

  'GET /course/questions': (it) => ({
    path: `/course/questions/?page_size=100&course=${it.course}`,
    holds: (row) => row.form_id === it.form,
  }),
  'GET /course/questions/:id': (it) => ({ path: `/course/questions/${it.form}/` }),
  'POST /course/course/:id/form': (it) => ({
    path: `${course(it)}/form/`,
    body: { material_id: it.material },
  }),
  'GET /course/course/:id/form': (it) => ({ path: `${course(it)}/form/?page_size=100` }),
  'GET /directory/form_names': (it) => ({
    path: '/directory/form_names/?page_size=100',
    holds: (row) => row.id === it.form,
  }),
  'GET /directory/form_types': () => ({ path: '/directory/form_types/' }),
  'GET /directory/passed_form_statuses': () => ({ path: '/directory/passed_form_statuses/' }),
  'GET /course/course/:id/form/:formId': (it) => ({ path: `${form(it)}/` }),
  'PATCH /course/course/:id/form/:formId': (it) => ({ path: `${form(it)}/`, body: { passing_score: 40 } }),
  'POST /course/update_questions': (it) => ({
    path: '/course/update_questions/',
    body: {
      form_id: it.form,
      questions: [
        {
          title: 'Q',
          answers: [
            { title: 'a', is_right_answer: true },
            { title: 'b', is_right_answer: false },
          ],
        },
      ],
    },
  }),
  'POST /course/course/:id/form/:formId/publish': (it) => ({ path: `${form(it)}/publish/` }),
  'GET /course/course/:id/form/:formId/publish': (it) => ({ path: `${form(it)}/publish/` }),
  'POST /course/course/:id/form/:formId/preview': (it) => ({
    path: `${form(it)}/preview/`,
    body: { seed: 1, answers: [] },
  }),
  'GET /course/question_bank': (it) => ({
    path: `/course/question_bank/?page_size=100&course=${it.course}`,
    holds: (row) => row.course_id === it.course,
  }),
  'GET /bank/folders': () => ({ path: '/bank/folders/' }),
  'POST /bank/folders': (it) => ({
    path: '/bank/folders/',
    body: { name: unique('Folder'), parent_id: it.bank_folder },
  }),
  'PATCH /bank/folders/:id': (it) => ({
    path: `/bank/folders/${it.bank_folder}/`,
    body: { name: unique('Folder') },
  }),
  'DELETE /bank/folders/:id': (it) => ({ path: `/bank/folders/${it.bank_folder}/` }),
  'GET /bank/questions': (it) => ({
    path: `/bank/questions/?page_size=100&folder=${it.bank_folder}`,
    holds: (row) => row.id === it.bank_question,
  }),
  'POST /bank/questions': (it) => ({
    path: '/bank/questions/',
    body: { folder_id: it.bank_folder, question: BANKED },
  }),
  'GET /bank/questions/:id': (it) => ({ path: `/bank/questions/${it.bank_question}/` }),
  'PATCH /bank/questions/:id': (it) => ({
    path: `/bank/questions/${it.bank_question}/`,
    body: { version: 1, question: BANKED },
  }),
  'POST /bank/questions/:id/restore': (it) => ({
    path: `/bank/questions/${it.bank_question}/restore/`,
    body: { number: 1, version: 1 },
  }),
  'POST /bank/import_questions': (it) => ({
    path: `/bank/import_questions/?format=xlsx&folder=${it.bank_folder}`,
    upload: 'file',
  }),
  'GET /bank/export_questions': (it) => ({
    path: `/bank/export_questions/?format=gift&folder=${it.bank_folder}`,
  }),
  'POST /bank/questions/place': (it) => ({
    path: '/bank/questions/place/',
    body: { question_ids: [it.bank_question], folder_id: it.bank_folder },
  }),
  'GET /course/course/:id/form/:formId/bank_links': (it) => ({ path: `${form(it)}/bank_links/` }),
  'POST /course/questions/:id/bank_link': (it) => ({
    path: `${question(it)}/bank_link/`,
    body: { action: 'detach' },
  }),
  'POST /course/course/:id/form/:formId/draw_figures': (it) => ({
    path: `${form(it)}/draw_figures/`,
    body: { draws: [{ count: 1 }] },
  }),
  'POST /course/course/:id/form/:formId/copy_questions': (it) => ({
    path: `${form(it)}/copy_questions/`,
    body: { question_ids: [it.questions[0]!.id] },
  }),
  'POST /course/course/:id/form/:formId/import_questions': (it) => ({
    path: `${form(it)}/import_questions/?format=xlsx`,
    upload: 'file',
  }),
  'GET /course/course/:id/form/:formId/export_questions': (it) => ({
    path: `${form(it)}/export_questions/?format=gift`,
  }),
  'GET /course/questions_template': () => ({ path: '/course/questions_template/' }),
  'POST /course/questions/:id/upload_files': (it) => ({
    path: `${question(it)}/upload_files/`,
    body: { name: 'a.png', size: 1, kind: 'attachment' },
  }),
  'POST /course/questions/:id/upload_files/:fileId/parts': (it) => ({
    path: `${question(it)}/upload_files/${it.asked_upload}/parts/`,
    body: { numbers: [1] },
  }),
  'POST /course/questions/:id/upload_files/:fileId/complete': (it) => ({
    path: `${question(it)}/upload_files/${it.asked_upload}/complete/`,
    body: {},
  }),
  'DELETE /course/questions/:id/remove_file/:fileId': (it) => ({
    path: `${question(it)}/remove_file/${it.asked_file}/`,
  }),
  'DELETE /course/questions/:id': (it) => ({ path: `/course/questions/${it.questions[2]!.id}/` }),
  'GET /certificates': (it) => ({
    path: `/certificates/?course=${it.course}`,
    holds: (row) => row.user.id === it.student,
  }),
  'GET /certificates_export': () => ({ path: '/certificates_export/' }),
  'GET /course/course/:id/download_certificate': (it) => ({
    path: `${course(it)}/download_certificate/?user=${it.student}`,
  }),
  'GET /course/appointed_form': (it) => ({
    path: '/course/appointed_form/?page_size=100',
    holds: (row) => row.form_id === it.form,
  }),
  'GET /course/student_passed_form/:id': (it) => ({ path: `/course/student_passed_form/${it.attempt}/` }),
  'GET /course/form_introduction/:id': (it) => ({ path: `/course/form_introduction/${it.form}/` }),
  'GET /course/retake_request/:id': (it) => ({ path: `/course/retake_request/${it.form}/` }),
  'POST /course/retake_request': (it) => ({
    path: '/course/retake_request/',
    body: { form_id: it.form, message: 'Please' },
  }),
  'POST /course/start_form_passing': (it) => ({
    path: '/course/start_form_passing/',
    body: { form_id: it.form },
  }),
  'POST /course/student_passed_form': (it) => ({
    path: '/course/student_passed_form/',
    body: { ...it.running, event: 'heartbeat' },
  }),
  'GET /course/course/:id/form/:formId/attempts': (it) => ({ path: `${form(it)}/attempts/` }),
  'GET /search': () => ({ path: '/search/?query=a' }),
  'GET /course/today': () => ({ path: '/course/today/' }),
  'GET /course/today/in_review': () => ({ path: '/course/today/in_review/' }),
  'GET /course/today/retake_asked': () => ({ path: '/course/today/retake_asked/' }),
  'GET /course/today/failed_twice': () => ({ path: '/course/today/failed_twice/' }),
  'GET /course/today/overdue': () => ({ path: '/course/today/overdue/' }),
  'GET /course/today/due_soon': () => ({ path: '/course/today/due_soon/' }),
  'GET /course/today/certificate_expired': () => ({ path: '/course/today/certificate_expired/' }),
  'GET /course/today/certificate_expiring': () => ({ path: '/course/today/certificate_expiring/' }),
  'GET /course/today/silent': () => ({ path: '/course/today/silent/' }),
  'POST /course/reminders/preview': () => ({
    path: '/course/reminders/preview/',
    body: { section: 'silent' },
  }),
  'POST /course/reminders': () => ({
    path: '/course/reminders/',
    body: { section: 'silent' },
  }),
  'GET /course/test_results': (it) => ({
    path: '/course/test_results/?page_size=100',
    holds: (row) => row.attempt_id === it.attempt,
  }),
  'GET /course/test_results/export': () => ({ path: '/course/test_results/export/' }),
  'POST /course/course/:id/retake_form': (it) => ({
    path: `${course(it)}/retake_form/`,
    body: { form_id: it.form, user_ids: [it.member], extra_attempts: 1, reason: 'Why' },
  }),
  'POST /course/course/:id/decline_retake': (it) => ({
    path: `${course(it)}/decline_retake/`,
    body: { form_id: it.form, user_id: it.member, reason: 'Why' },
  }),
  // The retake that was granted just now.
  'POST /course/student_passed_form/:id/files/:questionId': (it) => ({
    path: `${answerFiles(it)}/`,
    body: { name: 'a.pdf', size: 10 },
  }),
  'POST /course/student_passed_form/:id/files/:questionId/:fileId/parts': (it) => ({
    path: `${answerFiles(it)}/${it.asked_upload}/parts/`,
    body: { numbers: [1] },
  }),
  'POST /course/student_passed_form/:id/files/:questionId/:fileId/complete': (it) => ({
    path: `${answerFiles(it)}/${it.asked_upload}/complete/`,
    body: {},
  }),
  'DELETE /course/student_passed_form/:id/files/:questionId/:fileId': (it) => ({
    path: `${answerFiles(it)}/${it.asked_file}/`,
  }),
  'GET /course/student_passed_form/:id/timeline': (it) => ({
    path: `/course/student_passed_form/${it.attempt}/timeline/`,
  }),
  'GET /course/course/:id/form/:formId/access_code': (it) => ({ path: `${form(it)}/access_code/` }),
  'POST /course/course/:id/form/:formId/access_code': (it) => ({
    path: `${form(it)}/access_code/`,
    body: { code: null },
  }),
  'POST /course/course/:id/grants': (it) => ({
    path: `${course(it)}/grants/`,
    body: { form_id: it.form, user_ids: [it.student], extra_minutes: 1, reason: 'Noise' },
  }),
  'GET /course/course/:id/outage_minutes': (it) => ({
    path: `${course(it)}/outage_minutes/?from=2026-01-05T09:00:00Z&to=2026-01-05T09:10:00Z`,
  }),
  'POST /course/course/:id/outage_minutes': (it) => ({
    path: `${course(it)}/outage_minutes/`,
    body: { from: '2026-01-05T09:00:00Z', to: '2026-01-05T09:10:00Z', reason: 'Power cut' },
  }),
  'POST /course/course/:id/passed_form_status': (it) => ({
    path: `${course(it)}/passed_form_status/`,
    body: { form_id: it.form, user_ids: [it.member], action: 'cancel', reason: 'Why' },
  }),
  'POST /course/course/:id/publish_results': (it) => ({
    path: `${course(it)}/publish_results/`,
    body: { form_id: it.form },
  }),
  'POST /course/student_passed_form/:id/notes': (it) => ({
    path: `/course/student_passed_form/${it.attempt}/notes/`,
    body: { notes: [{ question_id: null, text: 'Well done' }] },
  }),
  'GET /course/answers_to_mark': () => ({ path: '/course/answers_to_mark/' }),
  'GET /course/answers_to_mark/next': () => ({ path: '/course/answers_to_mark/next/' }),
  'GET /course/student_passed_form/:id/marks/:questionId': (it) => ({
    path: `/course/student_passed_form/${it.attempt}/marks/${it.questions[0]!.id}/`,
  }),
  'POST /course/student_passed_form/:id/marks': (it) => ({
    path: `/course/student_passed_form/${it.attempt}/marks/`,
    body: { question_id: it.questions[0]!.id, score: 1, comment: '' },
  }),
  'POST /course/student_passed_form/:id/marks/:markId/undo': (it) => ({
    path: `/course/student_passed_form/${it.attempt}/marks/${it.mark}/undo/`,
  }),
  'GET /course/course/:id/form/:formId/print_runs': (it) => ({ path: `${form(it)}/print_runs/` }),
  'POST /course/course/:id/form/:formId/print_runs': (it) => ({
    path: `${form(it)}/print_runs/`,
    body: { variants: 2 },
  }),
  'POST /course/course/:id/form/:formId/print_runs/:runId/print': (it) => ({
    path: `${form(it)}/print_runs/${it.print_run}/print/`,
    body: { parts: 'both' },
  }),
  'POST /course/course/:id/form/:formId/print_draft': (it) => ({
    path: `${form(it)}/print_draft/`,
    body: { parts: 'both' },
  }),
  'GET /course/course/:id/form/:formId/print_runs/:runId/sheet': (it) => ({
    path: `${form(it)}/print_runs/${it.print_run}/sheet/?variant=1`,
  }),
  'GET /course/course/:id/form/:formId/print_runs/:runId/sheets': (it) => ({
    path: `${form(it)}/print_runs/${it.print_run}/sheets/`,
  }),
  'GET /course/course/:id/form/:formId/print_runs/:runId/sheets/people': (it) => ({
    path: `${form(it)}/print_runs/${it.print_run}/sheets/people/`,
  }),
  'POST /course/course/:id/form/:formId/print_runs/:runId/sheets': (it) => ({
    path: `${form(it)}/print_runs/${it.print_run}/sheets/`,
    body: {
      variant: 1,
      user_id: it.student,
      sat_on: new Date().toISOString().slice(0, 10),
      answers: [],
      again: true,
    },
  }),
  'POST /course/course/:id/form/:formId/print_runs/:runId/sheets/:attemptId/undo': (it) => ({
    path: `${form(it)}/print_runs/${it.print_run}/sheets/${it.attempt}/undo/`,
    body: {},
  }),
  'GET /course/course/:id/form/:formId/repairs': (it) => ({ path: `${form(it)}/repairs/` }),
  'POST /course/course/:id/form/:formId/repair_preview': (it) => ({
    path: `${form(it)}/repair_preview/`,
    body: { changes: [sameKey(it)], only_raise: false },
  }),
  'POST /course/course/:id/form/:formId/repairs': (it) => ({
    path: `${form(it)}/repairs/`,
    body: { changes: [sameKey(it)], only_raise: false, reason: 'Why' },
  }),
  'POST /course/course/:id/form/:formId/repairs/:repairId/undo': (it) => ({
    path: `${form(it)}/repairs/${it.repair}/undo/`,
  }),
  'POST /course/check_answer': (it) => ({
    path: '/course/check_answer/',
    body: { ...it.running, answer: { question_id: it.questions[0]!.id, answer_ids: [], seq: 1 } },
  }),
  'POST /course/send_student_answers': (it) => ({
    path: '/course/send_student_answers/',
    body: { ...it.running, answers: [] },
  }),

  'DELETE /course/course/:id/educational_material/:materialId': (it) => ({ path: material(it) }),
  'DELETE /course/course/:id': (it) => ({ path: `${course(it)}/` }),
  'DELETE /study_group/study_group/:id': (it) => ({ path: `/study_group/study_group/${it.empty_group}/` }),
  'DELETE /accounts/memberships/:id': (it) => ({ path: `/accounts/memberships/${it.member}/` }),
  'DELETE /accounts/sessions': () => ({ path: '/accounts/sessions/' }),
  'POST /accounts/logout': () => ({ path: '/accounts/logout/' }),
  'POST /accounts/leave_company': () => ({ path: '/accounts/leave_company/' }),
};

export const PICTURE = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
);

/** Sends a call as somebody. */
export async function send(client: Client, call: string, { path, body, upload }: Sent) {
  const [method] = call.split(' ') as [string];
  if (!upload) return client.send(method, path, body);
  const sent = new FormData();
  sent.set(upload, new File([PICTURE], 'photo.png'));
  const headers: Record<string, string> = client.token ? { Authorization: `Bearer ${client.token}` } : {};
  const response = await world.fetch(`/api/v1${path}`, { method, body: sent, headers });
  const text = await response.text();
  return { status: response.status, text, body: text ? JSON.parse(text) : null };
}

/** Of somebody who is signed in already. */
export async function anotherSession(company: Company, who: Person, user_type: UserType): Promise<number> {
  const [made] = await asSystem<{ id: number }>([
    `insert into sessions (user_id, company_id, user_type, expires_at) values ($1, $2, $3, now() + interval '1 day') returning id`,
    [who.id, company.id, user_type],
  ]);
  return made!.id;
}
