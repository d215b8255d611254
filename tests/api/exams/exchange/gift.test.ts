import { expect, test } from 'vitest';
import { SECTION_TITLE_LENGTH } from '../../../../worker/exams/questions/contract.ts';
import { answerOf } from '../../../factories/world.ts';
import { aCompany, world } from '../../../support/api/world.ts';

const MB = 1024 * 1024;

test('GIFT is as long as what the bank takes at once, and blanks in it keep nobody waiting', async () => {
  const company = await aCompany();
  const exam = await company.anExam();
  const { token } = company.as('trainer');
  const path = `/api/v1/course/course/${exam.course.id}/form/${exam.form_id}/import_questions/?format=gift&dry_run=true`;
  const send = async (body: string) =>
    answerOf(
      await world.fetch(path, { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body }),
    );
  const one = (blanks: number) => `How many exits?${' '.repeat(blanks)}{#3}\n`;
  const taken = await send(one(2 * MB - 100));
  expect(taken).toMatchObject({ status: 200, body: { rows: [{ title: 'How many exits?', problems: [] }] } });
  const refused = await send(one(2 * MB));
  expect(refused).toMatchObject({ status: 400, body: { file: ['The file is larger than 2 MB'] } });
});

test('a test takes a question that its file has twice, and tells both it and what a section is too long for', async () => {
  const company = await aCompany();
  const exam = await company.anExam();
  const { token } = company.as('trainer');
  const category = 'y'.repeat(300);
  const body = `$CATEGORY: ${category}\n\nSame? {=a ~b}\n\nSame? {=a ~b}`;
  const path = `/api/v1/course/course/${exam.course.id}/form/${exam.form_id}/import_questions/?format=gift`;
  const sent = await world.fetch(path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body,
  });
  const section = category.slice(0, SECTION_TITLE_LENGTH);
  expect((await answerOf(sent)).body).toMatchObject({
    rows: [
      { same_as: null, section, left_out: ['long_sections'] },
      { same_as: { line: 3, source: '' }, section, left_out: ['long_sections'] },
    ],
    questions: [{ title: 'Same?' }, { title: 'Same?' }],
  });
});
