import type { Page } from 'playwright-core';

export type Language = 'uk' | 'en' | 'de';

/** A screen of the demo company, as one of its people sees it. */
export interface Scene {
  /** The picture's name, that of its topic in web/features/service/support/topics.ts. */
  name: string;
  /** null: nobody is signed in. */
  user_type: 'owner' | 'manager' | 'trainer' | 'student' | null;
  /** Ids are those that a fresh demo company always gets. */
  path: string;
  /** What is done on the page before its picture is taken; `text` gives a label as the page shows it. */
  act?: (page: Page, text: (key: string) => string) => Promise<void>;
}

const EXAM = '/course/2/education-materials/10/form/4';

export const SCENES: readonly Scene[] = [
  { name: 'sign-in', user_type: null, path: '/login' },
  { name: 'take-course', user_type: 'student', path: '/course/2#theory' },
  { name: 'take-exam', user_type: 'student', path: EXAM },
  { name: 'exam-trouble', user_type: 'student', path: EXAM, act: startExam },
  { name: 'results', user_type: 'student', path: '/profile#exams' },
  { name: 'notices', user_type: 'student', path: '/webinar' },
  { name: 'materials', user_type: 'trainer', path: '/course/3/education-materials' },
  {
    name: 'tests',
    user_type: 'trainer',
    path: '/course/3/education-materials/15/constructor',
    act: toQuestions,
  },
  { name: 'key-repair', user_type: 'trainer', path: '/course/3/results/6/key' },
  { name: 'analytics', user_type: 'trainer', path: '/course/3#analytics' },
  { name: 'today', user_type: 'trainer', path: '/today' },
  { name: 'groups', user_type: 'manager', path: '/group/1' },
  { name: 'import', user_type: 'manager', path: '/user/import' },
  { name: 'programs', user_type: 'manager', path: '/program/1#courses' },
  { name: 'reminders', user_type: 'manager', path: '/today?section=silent' },
  { name: 'reports', user_type: 'manager', path: '/course/4#analytics', act: toStudents },
  { name: 'access', user_type: 'manager', path: '/user' },
  { name: 'company', user_type: 'owner', path: '/company/1/dashboard' },
  { name: 'people', user_type: 'owner', path: '/user/create' },
  { name: 'courses', user_type: 'owner', path: '/course/3#settings' },
  { name: 'chronology', user_type: 'owner', path: '/program/1/chronology' },
  { name: 'library', user_type: 'owner', path: '/library' },
  { name: 'history', user_type: 'owner', path: '/company/1/history' },
  { name: 'webinars', user_type: 'owner', path: '/webinar/3#attendance' },
  { name: 'certificates', user_type: 'owner', path: '/course/6#certificates' },
];

/** Begins the exam, or goes on with it in another language. */
async function startExam(page: Page, text: (key: string) => string): Promise<void> {
  const start = page.getByRole('button', { name: text('attempts.introduction.start'), exact: true });
  const question = page.getByRole('radio').or(page.getByRole('checkbox'));
  await start.or(question.first()).first().waitFor();
  if (await question.first().isVisible()) return;
  await start.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('attempts.introduction.confirm'), exact: true })
    .click();
  await question.first().waitFor();
}

/** The table stands below the charts. */
async function toStudents(page: Page, text: (key: string) => string): Promise<void> {
  await page
    .getByRole('button', { name: text('statistics.choose.open') })
    .first()
    .evaluate((button) => button.scrollIntoView({ block: 'start' }));
  await page.mouse.wheel(0, -80);
}

/** The questions stand below the settings. */
async function toQuestions(page: Page, text: (key: string) => string): Promise<void> {
  await page
    .getByRole('heading', { name: text('forms.questions') })
    .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  await page.mouse.wheel(0, -80);
}
