import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { aCompany, rightAnswers, unique, type Company } from '../factories/company.ts';
import { accessibilityProblems } from '../support/accessible.ts';
import { signIn, test } from '../support/browser.ts';
import { asSystem } from '../factories/world.ts';
import { productWorld } from '../support/product-world.ts';
import type { UserType } from '../../worker/access/contract.ts';

interface Setting {
  company: Company;
  course: number;
  /** A course the student is kept out of. */
  closed: number;
  /** A course that the chronology of its program has not opened yet. */
  later: number;
  group: number;
  program: number;
  webinar: number;
  theory: number;
  exam: number;
  form: number;
  attempt: number;
  certificate: string;
  /** Of the library, and its copy in the company. */
  original: number;
  copy: number;
}
let setting: Setting;
beforeAll(async () => {
  const company = await aCompany(productWorld());
  const course = await company.aCourse({ materials: 2 });
  const exam = await company.anExam({ course, settings: { issue_certificate: true } });
  const student = company.as('student');
  const { body } = await student.post('/course/start_form_passing/', { form_id: exam.form_id });
  const { attempt_id, holder } = body as { attempt_id: number; holder: string };
  await student.post('/course/send_student_answers/', {
    attempt_id,
    holder,
    answers: rightAnswers(exam.questions),
  });
  const certificates = await student.get('/certificates/');
  const program = await company.as('owner').post('/educational_program/educational_program/', {
    name: unique('Програма'),
    internal_name: 'ПР-01',
    tags: ['Безпека', 'Склад'],
    course_ids: [course.id],
    group_ids: [course.group.id],
  });
  const webinar = await company.as('owner').post('/webinar/webinar/', {
    name: unique('Вебінар'),
    description: '<p>Про все</p>',
    starts_at: new Date(Date.now() + 600_000).toISOString(),
    time_zone: 'America/New_York',
    duration: 60,
    join_url: 'https://example.com/room',
    course_ids: [course.id],
    program_ids: [program.body.id],
  });
  // Only the program gives it, and opens it later.
  const later = await company.aCourse({ group: await company.aGroup({ students: [] }) });
  const place = `/educational_program/educational_program/${program.body.id}/`;
  await company.as('owner').patch(place, { course_ids: [course.id, later.id] });
  await company.as('owner').post(`${place}chronology/`, {
    stages: [
      {
        items: [{ course_id: course.id, due: 'date', due_on: '2026-01-01' }, { webinar_id: webinar.body.id }],
      },
      {
        name: 'Далі',
        items: [
          { course_id: later.id, access_rule: 'previous_passed', opens: 'date', opens_on: '2099-01-01' },
        ],
      },
    ],
  });
  const closed = await company.aCourse();
  await company
    .as('owner')
    .post(`/course/course/${closed.id}/blocked_user/`, { user_pk: company.people.student.id });
  const library = await aCompany(productWorld());
  await asSystem(productWorld(), [
    'update companies set is_library = id = $1 where is_library or id = $1',
    [library.id],
  ]);
  const original = await library.aCourse({ materials: 1 });
  const copy = await company.as('owner').post(`/library/library/${original.id}/clone_course/`, {});
  await library
    .as('owner')
    .post(`/course/course/${original.id}/educational_material/`, { name: unique('Новий'), type: 'theory' });
  setting = {
    original: original.id,
    copy: copy.body.id as number,
    company,
    course: course.id,
    closed: closed.id,
    later: later.id,
    group: course.group.id,
    program: program.body.id as number,
    webinar: webinar.body.id as number,
    theory: course.materials[0]!,
    exam: exam.material_id,
    form: exam.form_id,
    attempt: attempt_id,
    certificate: certificates.body.results[0].number as string,
  };
});

const SCREENS: Record<'anybody' | UserType, (at: Setting) => string[]> = {
  anybody: ({ certificate }) => [
    '/login',
    '/registration',
    '/privacy',
    '/terms',
    `/certificate/${certificate}`,
    '/certificate/2222-2222-2222',
    '/no-access',
    '/accounts/email-confirmation?token=x',
    '/accounts/finish-registration?token=x',
    '/no/such/screen',
  ],
  owner: ({ company, course, group, program, webinar, theory, exam, form, attempt, original, copy }) => [
    '/profile',
    '/profile/edit',
    '/profile#exams',
    '/profile#certificates',
    `/company/${company.id}`,
    `/company/${company.id}/edit`,
    `/company/${company.id}/dashboard`,
    `/company/${company.id}/dashboard#groups`,
    `/company/${company.id}/dashboard#certificates`,
    `/company/${company.id}/history`,
    '/company/create',
    '/user',
    '/user?view=list',
    '/user/all',
    '/user/create',
    '/user/import',
    `/user/${company.people.student.id}`,
    `/user/${company.people.student.id}#exams`,
    `/user/${company.people.student.id}#certificates`,
    `/user/${company.people.student.id}/edit`,
    '/group',
    '/group/create',
    `/group/${group}`,
    `/group/${group}/edit`,
    '/program',
    '/program?view=table',
    '/program/create',
    `/program/${program}`,
    `/program/${program}#courses`,
    `/program/${program}#groups`,
    `/program/${program}#chronology`,
    `/program/${program}#students`,
    `/program/${program}/chronology`,
    `/program/${program}/edit`,
    `/program/${program}#webinars`,
    '/webinar',
    '/webinar?when=past',
    '/webinar/create',
    `/webinar/${webinar}`,
    `/webinar/${webinar}#attendance`,
    `/webinar/${webinar}/edit`,
    '/course',
    '/course?view=table',
    '/course/create',
    `/course/${course}`,
    `/course/${course}#groups`,
    `/course/${course}#coaches`,
    `/course/${course}#managers`,
    `/course/${course}#programs`,
    `/course/${course}#webinars`,
    `/course/${course}#students`,
    `/course/${course}#analytics`,
    `/course/${course}#certificates`,
    `/course/${course}#settings`,
    `/course/${course}#questions`,
    `/course/${course}#revision`,
    `/course/${copy}`,
    '/today',
    '/today?section=silent',
    '/today?section=in_review',
    '/results',
    '/library',
    `/library/${original}#description`,
    `/library/${original}#theory`,
    `/course/${course}/edit`,
    `/course/${course}/education-materials`,
    `/course/${course}/education-materials/constructor`,
    `/course/${course}/education-materials/${theory}`,
    `/course/${course}/education-materials/${exam}/constructor`,
    `/course/${course}/statistic/${attempt}`,
    `/course/${course}/results`,
    `/course/${course}/results/${form}?state=completed`,
    `/course/${course}/results/${form}/key`,
    `/course/${course}/results/${form}/questions`,
  ],
  admin: () => ['/profile', '/course', '/user'],
  manager: ({ course, group, program }) => [
    '/profile',
    '/course',
    `/course/${course}#analytics`,
    '/user',
    `/group/${group}`,
    `/program/${program}/edit`,
  ],
  trainer: ({ course, webinar, theory, form }) => [
    '/profile',
    '/course',
    `/webinar/${webinar}/edit`,
    `/course/${course}#students`,
    `/course/${course}#coaches`,
    `/course/${course}/results/${form}`,
    `/course/${course}/education-materials/${theory}`,
    '/group',
  ],
  student: ({ course, closed, later, theory, exam, group, program, webinar, attempt }) => [
    '/webinar',
    `/webinar/${webinar}`,
    '/profile',
    '/profile#certificates',
    '/course',
    '/course?state=finished',
    '/course?view=table',
    `/course/${course}`,
    `/course/${closed}`,
    `/course/${later}`,
    `/course/${course}/education-materials/${theory}`,
    `/course/${course}/education-materials/${exam}`,
    `/course/${course}/statistic/${attempt}`,
    `/group/${group}`,
    '/program',
    '/program?view=table',
    `/program/${program}`,
    `/program/${program}#courses`,
    `/program/${program}#chronology`,
  ],
};
const VIEWS = [
  { width: 360, height: 780, colorScheme: 'light', language: 'de' },
  { width: 1440, height: 900, colorScheme: 'dark', language: 'uk' },
  { width: 960, height: 800, colorScheme: 'dark', language: 'en' },
] as const;

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .mantine-Skeleton-root'));
}

/** What is wrong with the screen now: texts that are missing, scrolling sideways, accessibility. */
async function problemsOf(page: Page): Promise<string[]> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const untranslated = /\b[a-z_]+(?:\.[a-z_]+){1,3}\b/g;
  const text = await page.locator('body').innerText();
  const keys = (text.match(untranslated) ?? []).filter((found) => !found.includes('example'));
  return [
    ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
    ...keys.map((key) => `untranslated: ${key}`),
    ...(await accessibilityProblems(page)),
  ];
}

/** An owner has as many screens as all others together: a test looks at every third of them. */
const WALKS = (Object.keys(SCREENS) as (keyof typeof SCREENS)[]).flatMap((who) => {
  const of = who === 'owner' ? 3 : 1;
  return Array.from({ length: of }, (_, part) => ({ who, part, of }));
});

test.for(WALKS)(
  'every screen of $who is accessible and whole at each width, colour scheme and language ($part)',
  { timeout: 240_000 },
  async ({ who, part, of }, { page, allowErrors }) => {
    // Links that were used up answer 400, a course that is closed to the student 403, an unknown certificate 404.
    allowErrors(/status of 40[034]/);
    page.setDefaultTimeout(15_000);
    if (who !== 'anybody') await signIn(page, setting.company.people[who]);
    const problems: Record<string, string[]> = {};
    for (const [index, path] of SCREENS[who](setting).entries()) {
      if (index % of !== part) continue;
      // Each screen in one view, all views in turn: every pair of width, scheme and language comes up.
      const { width, height, colorScheme, language } = VIEWS[index % VIEWS.length]!;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (who !== 'anybody') await setting.company.as(who).patch('/accounts/user_info/', { language });
      await page.addInitScript((chosen) => {
        if (location.protocol !== 'about:') localStorage.setItem('language', chosen);
      }, language);
      await page.goto('about:blank');
      await page.goto(path);
      await settled(page);
      const found = await problemsOf(page);
      if (found.length > 0) problems[`${path} at ${width}, ${colorScheme}, ${language}`] = found;
    }
    expect(problems).toEqual({});
  },
);
