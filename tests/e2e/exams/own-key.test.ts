import { beforeAll, expect } from 'vitest';
import { takeExam } from '../../factories/attempt.ts';
import { aCompany, type Company } from '../../factories/company.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const OWN_TEST = 'Ви самі складаєте цей тест';

/** An exam that an admin takes with others, of whom one has finished it. */
async function anExamOfOnesOwn() {
  const [admin, classmate] = await Promise.all([company.aPerson('admin'), company.aPerson('student')]);
  const group = await company.aGroup({ students: [admin, classmate] });
  const course = await company.aCourse({ group });
  const exam = await company.anExam({ course, settings: { show_right_answers: true } });
  return { admin, classmate, group, exam, course };
}

test('whoever takes a test is told so where its key would stand', async ({ page, allowErrors }) => {
  allowErrors(/403/);
  const { admin, classmate, exam, course } = await anExamOfOnesOwn();
  const attempt = await takeExam(classmate.client, exam);
  await signIn(page, admin);
  for (const path of [
    `/course/${course.id}/education-materials/${exam.material_id}/constructor`,
    `/course/${course.id}/results/${exam.form_id}/questions`,
    `/course/${course.id}/results/${exam.form_id}/key`,
  ]) {
    await page.goto(path);
    await page.getByText(OWN_TEST).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  }
  await page.goto(`/course/${course.id}#questions`);
  await page.getByText('Тут немає 1 тесту, який Ви складаєте самі').waitFor();
  expect(await page.getByRole('cell').count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto(`/course/${course.id}/statistic/${attempt}`);
  await page.getByText('Частину результату приховано').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a student reads when the right answers will be shown', async ({ page }) => {
  const student = await company.aPerson('student');
  const course = await company.aCourse({ group: await company.aGroup({ students: [student] }) });
  const exam = await company.anExam({
    course,
    settings: { show_right_answers: true, is_one_attempt_allowed: false, attempt_limit: 2 },
  });
  const attempt = await takeExam(student.client, exam);
  await signIn(page, student);
  await page.goto(`/course/${course.id}/statistic/${attempt}`);
  await page.getByText('коли спроб більше не залишиться').waitFor();
});

test('a student reads no address of a classmate', async ({ page }) => {
  const { classmate, group } = await anExamOfOnesOwn();
  await signIn(page, classmate);
  await page.goto(`/group/${group.id}`);
  await page.getByRole('columnheader', { name: 'Посада' }).waitFor();
  expect(await page.getByRole('columnheader', { name: /mail|пошт/i }).count()).toBe(0);
});

test('a certificate tells staff of a name that was changed shortly before', async ({ page }) => {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  await student.client.patch('/accounts/user_info/', { first_name: 'Інша' });
  const course = await company.aCourse({ group });
  await takeExam(student.client, await company.anExam({ course, settings: { issue_certificate: true } }));
  await signIn(page, company.people.owner);
  await page.goto(`/user/${student.id}#certificates`);
  await page.getByText(/^До .+: Student Person$/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
