import { expect, test } from 'vitest';
import { readMoodle } from '../../../../worker/exams/exchange/moodle/moodle-xml.ts';
import { writeMoodle } from '../../../../worker/exams/exchange/moodle/moodle-xml-writer.ts';

const WORDS = { right: 'True', wrong: 'False' };
const read = (inside: string) => readMoodle(new TextEncoder().encode(`<quiz>${inside}</quiz>`), WORDS);
const text = (html: string, more = '') =>
  `<questiontext format="html"><text><![CDATA[${html}]]></text>${more}</questiontext>`;
const ask = (type: string, inside: string) =>
  read(`<question type="${type}">${text('Q?')}${inside}</question>`)[0]!;
const answer = (fraction: number, title: string, more = '') =>
  `<answer fraction="${fraction}"><text><![CDATA[${title}]]></text>${more}</answer>`;
const right = (title: string, more = {}) => ({ title, is_right_answer: true, ...more });

const FORMULA = String.raw`\(\frac{a}{b} \ge \sqrt{2}\)`;
const SET = String.raw`<span data-type="inline-math" data-latex="\frac{a}{b} \ge \sqrt{2}"></span>`;
test.each([
  [`<p>What is it? The formula ${FORMULA}</p>`, 'What is it? The formula', `<p>${SET}</p>`],
  [`<p>Is <b>it ${FORMULA} or</b> not?</p>`, 'Is it', `<p><b>${SET} or</b> not?</p>`],
  [`<p>What is it?</p><p>See ${FORMULA}</p>`, 'What is it?', `<p>See ${SET}</p>`],
  [`<p>${FORMULA} is what?</p>`, 'Its name', `<p>${SET} is what?</p>`],
  [
    '<p>Sum $$a &lt; b$$ and \\[c\\]</p>',
    'Sum',
    '<p><span data-type="inline-math" data-latex="a &lt; b"></span> and <span data-type="inline-math" data-latex="c"></span></p>',
  ],
  ['<p>It costs $5 \\(of 10</p>', 'It costs $5 \\(of 10', ''],
])('a formula begins the text below the title: %s', (html, title, description) => {
  const named = `<name><text>Its name</text></name>${text(html)}${answer(100, 'a')}`;
  expect(read(`<question type="shortanswer">${named}</question>`)).toMatchObject([{ title, description }]);
});

const READ: [string, string, object][] = [
  [
    'essay',
    `<responseformat>noinline</responseformat><attachments>-1</attachments><attachmentsrequired>1</attachmentsrequired>
     <maxbytes>5242881</maxbytes><filetypeslist>.pdf,image</filetypeslist><graderinfo><text>Dates</text></graderinfo>`,
    {
      type: 'upload',
      work: { max_files: 5, file_kinds: ['documents', 'pictures'], max_megabytes: 6 },
      marking: { note: 'Dates' },
      answers: [],
    },
  ],
  [
    'essay',
    '<responseformat>noinline</responseformat><attachments>2</attachments><maxbytes>0</maxbytes>',
    {
      type: 'upload',
      work: { max_files: 2, file_kinds: ['documents', 'pictures', 'recordings', 'others'] },
      answers: [],
    },
  ],
  [
    'essay',
    '<minwordlimit>100</minwordlimit><maxwordlimit></maxwordlimit><graderinfo><text>Dates</text></graderinfo>',
    { type: 'essay', work: { min_words: 100 }, marking: { note: 'Dates' }, answers: [] },
  ],
  [
    'multichoice',
    `<single>true</single>${answer(100, '<b>a</b> &lt; b')}${answer(50, 'c')}`,
    {
      type: 'choice',
      credit: 'parts',
      answers: [right('a < b'), { title: 'c', is_right_answer: false, percent: 50 }],
      left_out: [],
    },
  ],
  [
    'multichoice',
    `<single>false</single>${answer(50, 'a')}${answer(50, 'b')}${answer(-50, 'c')}`,
    {
      multiple_right_answers: true,
      credit: 'parts',
      left_out: [],
    },
  ],
  [
    'multichoice',
    `<single>false</single>${answer(75, 'a')}${answer(25, 'b')}${answer(-100, 'c')}`,
    {
      multiple_right_answers: true,
      credit: 'parts',
      left_out: ['weights', 'deductions'],
    },
  ],
  [
    'multichoice',
    `<single>false</single>${answer(50, 'a')}${answer(50, 'b')}${answer(-100, 'c')}`,
    { credit: 'parts', left_out: ['deductions'] },
  ],
  [
    'multichoice',
    `<single>true</single>${answer(100, 'a')}${answer(-25, 'b')}`,
    { credit: 'all', left_out: ['deductions'] },
  ],
  [
    'multichoiceset',
    answer(100, 'a') + answer(100, 'b') + answer(0, 'c'),
    { multiple_right_answers: true, credit: 'all', left_out: [] },
  ],
  [
    'oumultiresponse',
    answer(100, 'a') + answer(100, 'b') + answer(0, 'c'),
    { multiple_right_answers: true, credit: 'parts' },
  ],
  [
    'truefalse',
    answer(0, 'true') + answer(100, 'false'),
    {
      answers: [{ title: 'True', is_right_answer: false }, right('False')],
    },
  ],
  [
    'shortanswer',
    `<usecase>1</usecase>${answer(100, 'Ky*v')}${answer(50, 'Kiev')}${answer(0, '*')}`,
    {
      type: 'short_answer',
      match_case: true,
      answers: [right('Ky*v'), right('Kiev', { percent: 50 })],
    },
  ],
  [
    'numerical',
    `${answer(100, '9.8', '<tolerance>0.1</tolerance>')}<units><unit><multiplier>1</multiplier><unit_name>m</unit_name></unit><unit><multiplier>100</multiplier><unit_name>cm</unit_name></unit></units>`,
    {
      type: 'number',
      unit: 'm',
      answers: [right('9.8', { tolerance: '0.1' })],
      left_out: ['units'],
    },
  ],
  [
    'matching',
    '<subquestion><text>a</text><answer><text>b</text></answer></subquestion><subquestion><text/><answer><text>c</text></answer></subquestion>',
    {
      type: 'matching',
      credit: 'parts',
      answers: [right('a', { match: 'b' }), { title: '', is_right_answer: false, match: 'c' }],
    },
  ],
  [
    'ordering',
    `<gradingtype>ALL_OR_NOTHING</gradingtype>${answer(1, 'a')}${answer(2, 'b')}`,
    {
      type: 'ordering',
      credit: 'all',
      answers: [right('a'), right('b')],
    },
  ],
];

test.each(READ)('a %s is read: %s', (type, inside, expected) => {
  expect(ask(type, inside)).toMatchObject({ title: 'Q?', problems: [], named: type, ...expected });
});

test.each([
  ['description', '', 'text_only'],
  ['cloze', '', 'text_only'],
  ['ddmarker', '', 'no_picture'],
  ['calculated', '', 'unsupported_type'],
  ['multichoice', answer(100, 'a') + answer(100, 'b'), 'alternatives'],
  ['multichoice', answer(90, 'a') + answer(0, 'b'), 'no_right_answer'],
  ['multichoice', answer(100, '<img src="@@PLUGINFILE@@/a.png">') + answer(0, 'b'), 'picture_answer'],
  ['numerical', answer(100, 'nine'), 'not_number'],
])('a %s with %s is refused', (type, inside, problem) => {
  expect(ask(type, inside).problems).toEqual([problem]);
});

test('what is told of a question and of its answers comes along', () => {
  const told = (words: string) =>
    `<feedback format="html"><text><![CDATA[<p>${words}</p>]]></text></feedback>`;
  const general = '<generalfeedback><text>Look at the map</text></generalfeedback>';
  expect(
    ask('multichoice', `${answer(100, 'a', told('Yes'))}${answer(0, 'b', told('No, it is a'))}${general}`),
  ).toMatchObject({
    feedback: 'Look at the map',
    answers: [{ feedback: 'Yes' }, { feedback: 'No, it is a' }],
    left_out: [],
  });
});

test('what is left out is named, and what the bank takes is told', () => {
  const question = ask(
    'shortanswer',
    `${answer(100, 'a')}${answer(0, 'b', '<feedback><text>No</text></feedback>')}<hint><text>Think</text></hint><penalty>0.5</penalty>
     <defaultgrade>1.5</defaultgrade><tags><tag><text>x</text></tag></tags>`,
  );
  expect(question).toMatchObject({
    score: 2,
    tags: ['x'],
    left_out: ['score', 'feedback', 'hints', 'penalty'],
  });
  expect(
    ask(
      'shortanswer',
      `${answer(100, 'a')}<penalty>0.3333333</penalty><generalfeedback><text></text></generalfeedback>`,
    ).left_out,
  ).toEqual([]);
});

test('what Moodle writes by itself is not named as left out, and pictures of feedback are', () => {
  const truth = (more: string) =>
    ask('truefalse', `${answer(100, 'true', more)}${answer(0, 'false')}<penalty>1.0000000</penalty>`)
      .left_out;
  const told = (words: string) => `<feedback format="html"><text><![CDATA[${words}]]></text></feedback>`;
  expect(truth(told('<p>Yes</p>'))).toEqual([]);
  expect(truth(told('<p><img src="@@PLUGINFILE@@/thumb.jpg"> Yes</p>'))).toEqual(['files']);
  const whole = (words: string) =>
    ask('multichoice', `${answer(100, 'a')}<correctfeedback><text>${words}</text></correctfeedback>`)
      .left_out;
  expect(whole('Your answer is correct.')).toEqual([]);
  expect(whole('See chapter 5')).toEqual(['feedback']);
});

test('the first words are asked, tables and lists stand below', () => {
  const one = (html: string) =>
    read(`<question type="shortanswer">${text(html)}${answer(100, 'a')}</question>`)[0]!;
  expect(
    one('<div><p>What&nbsp;is\n it?</p><p>Really<br>now</p><ul><li>a</li></ul><p>c</p></div>'),
  ).toMatchObject({
    title: 'What is it?\nReally\nnow',
    description: '<ul><li>a</li></ul><p>c</p>',
  });
  expect(one('Bare &#8211; words &#9999999; <script>alert(1)</script><style>p{}')).toMatchObject({
    title: 'Bare – words',
    description: '',
  });
  expect(one('<p>A <img src="data:image/gif;base64,R0lGODlh"> b?</p>')).toMatchObject({
    title: 'A b?',
    description: '<p><img src="/api/v1/media/1" alt=""></p>',
    files: [{ name: 'picture.gif', kind: 'inline' }],
  });
  expect(one('x'.repeat(60_000)).description).toHaveLength(60_000);
});

test('long rows of signs that could slow a reader do not', () => {
  for (const sign of ['<', '<img', '<!--', '<script', '&', '<p class="osnova-title">', '<div>', '<p></p>']) {
    const many = sign.replaceAll(']]>', '').repeat(Math.floor(45_000 / sign.length));
    expect(() =>
      read(`<question type="shortanswer">${text(many)}${answer(100, 'a')}</question>`),
    ).not.toThrow();
  }
});

test('what begins often, and ends each time or never, is gone through once', () => {
  const often = (piece: string) => piece.repeat(Math.floor(400_000 / piece.length));
  const one = (html: string, title = 'a') =>
    read(`<question type="multichoice">${text(html)}${answer(100, title)}</question>`)[0]!;
  const answers = (html: string) => one('Q', html).answers;
  for (const piece of ['<!--a-->', '<script></SCRIPT>', '<style></style>'])
    expect(answers(`a${often(piece)}\u0130<STYLE>b</Style>c`)[0]!.title).toBe('a\u0130c');
  const cloze = (html: string) => read(`<question type="cloze">${text(html)}</question>`)[0]!;
  expect(cloze(often('{1:SA:\\')).problems).toEqual(['malformed']);
  expect(cloze(`{1:NM:=5${often(':')}<br>a}`).problems).toEqual(['gap_tolerance']);
  expect(one(`<p>Q <img src="@@PLUGINFILE@@/a.png${often('?')}\nb"></p>`).title).toBe('Q');
  expect(cloze('{1:SA:\\{1:SA:a {1:SA:=b\\}c}')).toMatchObject({
    gap_text: '{1:SA:\\{1:SA:a [[1]]',
    answers: [{ title: 'b}c' }],
  });
});

test('only our own notes are heeded, and only in their kinds', () => {
  const noted = (note: string) => read(`<question type="matching"><!--${note}-->${text('Q')}</question>`)[0]!;
  expect(noted('osnova:{"required":true,"credit":"all","score":7}')).toMatchObject({
    required: true,
    credit: 'all',
    score: 7,
  });
  for (const note of [
    'osnova:{"required":"yes","credit":"some","problems":[]}',
    'osnova:nonsense',
    'osnova:null',
    'other:{"required":true}',
  ])
    expect(noted(note)).toMatchObject({ required: false, credit: 'parts', score: 1 });
});

test('a tolerance in percent goes out as a number, and comes back in percent', () => {
  const question = {
    title: 'g?',
    description: '',
    type: 'number' as const,
    multiple_right_answers: false,
    required: false,
    score: 1,
    answers: [right('9,8', { tolerance: '5%' })],
  };
  const xml = writeMoodle([question]);
  expect(xml).toContain('<text>9.8</text><tolerance>0.49</tolerance>');
  expect(readMoodle(new TextEncoder().encode(xml), WORDS)[0]!.answers).toEqual(question.answers);
});

test('gaps that are typed or chosen are read, and their words stand in no title', () => {
  const gaps = (type: string, html: string, more = '') =>
    read(`<question type="${type}"><name><text>Rivers</text></name>${text(html)}${more}</question>`)[0]!;
  const typed = '{1:SHORTANSWER:=Dnipro#yes~%50%Dnepr~*#no}';
  const list = '{1:MULTICHOICE_V:Buh~=Desna~%30%Ros}';
  expect(
    gaps('cloze', `<p>Kyiv: ${typed}, <b>Chernihiv</b>: ${list}; {1:NM:=2:0} of them.</p>`),
  ).toMatchObject({
    title: 'Rivers',
    description: '',
    type: 'gaps',
    credit: 'parts',
    gap_text: 'Kyiv: [[1]], Chernihiv: [[2]]; [[3]] of them.',
    answers: [
      right('Dnipro', { gap: 1, feedback: 'yes' }),
      right('Dnepr', { gap: 1, percent: 50 }),
      { title: 'Buh', is_right_answer: false, gap: 2 },
      right('Desna', { gap: 2 }),
      { title: 'Ros', is_right_answer: false, percent: 30, gap: 2 },
      right('2', { gap: 3 }),
    ],
    problems: [],
    left_out: ['feedback'],
  });
  // A gap is compared as a text, and a number is written in more than one way.
  const numbers = gaps('cloze', '<p>Pi: {1:NM:=3.140:0~=3.14~%50%3}</p>').answers;
  expect(numbers.map(({ title, percent }) => [title, percent])).toEqual([
    ['3.14', undefined],
    ['3,14', undefined],
    ['3.140', undefined],
    ['3,140', undefined],
    ['3', 50],
  ]);
  for (const [foreign, problem] of [
    ['{1:NM:=2:0.5}', 'gap_tolerance'],
    ['{1:MULTIRESPONSE:=a~=b}', 'unsupported_type'],
    ['{1:MULTICHOICE}', 'malformed'],
    ['none at all', 'text_only'],
    ['{1:SA:=a}'.repeat(51), 'too_many_answers'],
  ] as const)
    expect(gaps('cloze', `<p>Here ${foreign}.</p>`).problems).toEqual([problem]);
  expect(gaps('cloze', '<p>Marks: {3:NUMERICAL:=zero}</p>').problems).toEqual(['not_number']);
  for (const nothing of ['{1:MC:Pear~%50%Apple}', '{1:SA:}'])
    expect(gaps('cloze', `<p>Take ${nothing}.</p>`).problems).toEqual(['no_right_answer']);
  const option = (title: string, group: number) =>
    `<selectoption><text>${title}</text><group>${group}</group></selectoption>`;
  expect(
    gaps('gapselect', 'On the [[2]] and [[3]].', option('Buh', 1) + option('Desna', 1) + option('Ros', 2)),
  ).toMatchObject({
    gap_text: 'On the [[1]] and [[2]].',
    answers: [
      { title: 'Buh', is_right_answer: false, gap: 1 },
      right('Desna', { gap: 1 }),
      right('Ros', { gap: 2 }),
    ],
  });
});
