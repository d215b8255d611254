import { expect, test } from 'vitest';
import { partsOf, rowsXml, sheetXml, zip } from '../../../../tools/bench/files/xlsx.ts';
import { answerOf } from '../../../factories/world.ts';
import { aCompany, world } from '../../../support/api/world.ts';

// Excel keeps the template's own format of text, or writes with an exponent, where somebody types a number.
test.each([48, 49])(
  'scores and right answers in the built-in style %i are numbers, and no dates',
  async (style) => {
    const company = await aCompany();
    const exam = await company.anExam();
    const owner = company.as('owner');
    await owner.post('/course/update_questions/', { form_id: exam.form_id, questions: [] });
    const styles = `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="${style}"/></cellXfs></styleSheet>`;
    const number = (cell: string, value: number) => `<c r="${cell}" s="1"><v>${value}</v></c>`;
    const rows =
      rowsXml([['Question', 'Type', 'Score', 'Right ones', 'Answer 1', 'Answer 2']]) +
      rowsXml([['How many exits?', 'one']], 2).replace(
        '</row>',
        `${number('C2', 2)}${number('D2', 1)}${number('E2', 3)}${number('F2', 46000)}</row>`,
      );
    const path = `/api/v1/course/course/${exam.course.id}/form/${exam.form_id}/import_questions/?format=xlsx`;
    const headers = { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/octet-stream' };
    const body = zip(partsOf(sheetXml(rows), { styles }));
    const added = await answerOf(await world.fetch(path, { method: 'POST', headers, body }));
    expect(added.body.rows).toMatchObject([{ line: 2, problems: [], answers: 2 }]);
    expect(added.body.questions).toMatchObject([
      {
        title: 'How many exits?',
        score: 2,
        answers: [
          { title: '3', is_right_answer: true },
          { title: '46000', is_right_answer: false },
        ],
      },
    ]);
  },
);

test('what stands under a head that says nothing here is left out and named', async () => {
  const company = await aCompany();
  const exam = await company.anExam();
  const owner = company.as('owner');
  const body = zip(
    partsOf(
      sheetXml(
        rowsXml([
          ['Question', 'Right', 'Answer 1', 'Answer 2', 'Author', ''],
          ['How many exits?', '1', 'Two', 'Three', '', 'x'],
          ['Where are they?', '', 'Left', 'Right', '', ''],
        ]),
      ),
    ),
  );
  const path = `/api/v1/course/course/${exam.course.id}/form/${exam.form_id}/import_questions/?format=xlsx&dry_run=true`;
  const headers = { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/octet-stream' };
  const read = await answerOf(await world.fetch(path, { method: 'POST', headers, body }));
  expect(read.body.rows).toMatchObject([
    { title: 'How many exits?', left_out: ['columns'], named: 'Right' },
    { title: 'Where are they?', left_out: [], named: '' },
  ]);
});

test('shares of a hundred are what the sheet shows, and a failed formula is no answer', async () => {
  const company = await aCompany();
  const exam = await company.anExam();
  const { token } = company.as('trainer');
  const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/></cellXfs></styleSheet>';
  const rows =
    rowsXml([['Question', 'Right ones', 'Answer 1', 'Answer 2', 'No.']]) +
    rowsXml([['What is the rate?', '1']], 2).replace(
      '</row>',
      '<c r="C2" s="1"><v>0.2</v></c><c r="D2" s="1"><v>0.07</v></c></row>',
    ) +
    rowsXml([['What does it count?', '1', 'Nothing']], 3).replace(
      '</row>',
      '<c r="D3" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>',
    ) +
    rowsXml([['What is not counted yet?', '1', 'Nothing']], 4).replace(
      '</row>',
      '<c r="D4"><f>A1</f></c></row>',
    ) +
    rowsXml([['What does Excel say of 1/0?', '1', '#DIV/0!', '#REF!']], 5).replace(
      '</row>',
      '<c r="E5" t="e"><v>#N/A</v></c></row>',
    );
  const path = `/api/v1/course/course/${exam.course.id}/form/${exam.form_id}/import_questions/?format=xlsx`;
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' };
  const body = zip(partsOf(sheetXml(rows), { styles }));
  const { body: read } = await answerOf(await world.fetch(path, { method: 'POST', headers, body }));
  expect(
    read.rows.map(({ line, problems }: { line: number; problems: string[] }) => [line, problems]),
  ).toEqual([
    [2, []],
    [3, ['cell_error']],
    [4, ['cell_error']],
    [5, []],
  ]);
  expect(read.questions.at(-2).answers).toMatchObject([{ title: '20%' }, { title: '7%' }]);
});
