import type { Page } from 'playwright-core';
import type { Company, Person } from '../../factories/company.ts';
import { asSystem, type World } from '../../factories/world.ts';
import { signIn } from './browser.ts';

/** A student of their own at the first question of a running exam. */
export async function examPage(
  page: Page,
  company: Company,
  settings: Record<string, unknown> = {},
  questions?: readonly { title: string }[],
) {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const exam = await company.anExam({ course: await company.aCourse({ group }), settings, questions });
  await signIn(page, student);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}`);
  await page.getByRole('button', { name: 'Розпочати' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Розпочати' }).click();
  await page.getByText(questions?.[0]!.title ?? 'One', { exact: true }).waitFor();
  return { student, exam };
}

/** As if that many seconds of the running attempt had gone by. */
export const passed = (world: World, { id }: Person, seconds: number) =>
  asSystem(
    world,
    [
      `update attempt_answers s set saved_at = saved_at - make_interval(secs => $2)
         from attempts t where t.id = s.attempt_id and t.user_id = $1`,
      [id, seconds],
    ],
    [
      `update attempts set started_at = started_at - make_interval(secs => $2), deadline = deadline - make_interval(secs => $2),
              due_at = due_at - make_interval(secs => $2), close_due_at = close_due_at - make_interval(secs => $2),
              last_seen_at = last_seen_at - make_interval(secs => $2)
         where user_id = $1 and status = 'running'`,
      [id, seconds],
    ],
  );

export const saved = (page: Page) => page.getByText(/Збережено \d\d:\d\d:\d\d/).first();

/** Answers the first question, loses the connection, and answers the second, which waits in the browser. */
export async function answerOffline(page: Page): Promise<void> {
  await page.getByText('right', { exact: true }).click();
  await saved(page).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Далі' }).click();
  await page.getByText('a', { exact: true }).click();
  await page
    .getByText(/1 відповідь очікує/)
    .first()
    .waitFor();
}
