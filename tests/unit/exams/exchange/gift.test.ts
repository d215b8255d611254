import { expect, test } from 'vitest';
import { readGift } from '../../../../worker/exams/exchange/moodle/gift.ts';
import { writeGift } from '../../../../worker/exams/exchange/moodle/gift-writer.ts';

const WORDS = { right: 'True', wrong: 'False' };
const read = (source: string) => readGift(source, WORDS);
const one = (source: string) => read(source)[0]!;
const offered = (source: string) =>
  one(source).answers.map((answer) => `${answer.is_right_answer ? '+' : '-'}${answer.title}`);

test('a question with one right answer, its name left out, with what is told of it', () => {
  const question = one(`// a comment
$CATEGORY: $course$/top/History

::Grant's tomb::Who's buried in Grant's tomb?{
  ~Nobody # no
  =Grant#right, of course
  ~Napoleon
  ####He was buried in 1885
}`);
  expect(question).toMatchObject({
    line: 4,
    title: "Who's buried in Grant's tomb?",
    multiple_right_answers: false,
    problems: [],
  });
  expect(question.answers).toEqual([
    { title: 'Nobody', is_right_answer: false, feedback: 'no' },
    { title: 'Grant', is_right_answer: true, feedback: 'right, of course' },
    { title: 'Napoleon', is_right_answer: false },
  ]);
  expect(question.feedback).toBe('He was buried in 1885');
  expect(question.left_out).toBeUndefined();
});

test('of a statement what is told to whoever errs stands first', () => {
  expect(one('Grant is buried. {F#He is not.#So it is.####See the map}')).toMatchObject({
    answers: [
      { title: 'True', is_right_answer: false, feedback: 'He is not.' },
      { title: 'False', is_right_answer: true, feedback: 'So it is.' },
    ],
    feedback: 'See the map',
  });
  expect(one('Grant is buried. {TRUE}').answers.every(({ feedback }) => feedback === undefined)).toBe(true);
});

test('what is told of an answer that gives nothing stays behind, and is named', () => {
  expect(one('Who? {=Grant =%0%*#no}').left_out).toEqual(['feedback']);
  expect(one('Match {=a -> b#yes =c -> d}').left_out).toEqual(['feedback']);
});

test('weights above nothing are right answers of a question with several', () => {
  const source = `What two people are entombed? {
    ~%-100%No one
    ~%50%Grant
    ~%50%Grant's wife
    ~%-100%Grant's father
  }`;
  expect(one(source)).toMatchObject({ multiple_right_answers: true, problems: [] });
  expect(offered(source)).toEqual(['-No one', '+Grant', "+Grant's wife", "-Grant's father"]);
  // Half a score for a near miss.
  expect(one('Capital? {=Kyiv ~%50%Kiev ~Lviv}')).toMatchObject({
    credit: 'parts',
    answers: [{ title: 'Kyiv' }, { title: 'Kiev', is_right_answer: false, percent: 50 }, { title: 'Lviv' }],
  });
});

test.each([
  // One of two right answers gives its half there, and so here; what a wrong one takes is here what a right one gives.
  ['{~%50%Kyiv ~%50%Lviv ~%-50%Danube}', 'parts', undefined],
  ['{~%50%Kyiv ~%50%Lviv ~%-100%Danube}', 'parts', ['deductions']],
  ['{~%50%Kyiv ~%50%Lviv ~Danube}', 'parts', ['deductions']],
  ['{~%70%Kyiv ~%30%Lviv ~%-50%Danube}', 'parts', ['weights']],
  ['{~%100%Kyiv ~%-100%Danube}', 'all', undefined],
  ['{~%100%Kyiv ~%-25%Danube}', 'all', ['deductions']],
  ['{=Kyiv ~%-25%Danube}', 'all', ['deductions']],
  ['{=Kyiv ~Danube}', 'all', undefined],
])('weights %s come to %s, and what is lost of them is named', (answers, credit, left_out) => {
  expect(one(`::W2::Uneven ${answers}`)).toMatchObject({ credit, problems: [] });
  expect(one(`::W2::Uneven ${answers}`).left_out).toEqual(left_out);
});

test('weights that stand for all or nothing say so in a note of our own', () => {
  const answers = [
    { title: 'Kyiv', is_right_answer: true },
    { title: 'Lviv', is_right_answer: true },
    { title: 'Danube', is_right_answer: false },
  ];
  const words = { title: 'Q', description: '', multiple_right_answers: true, required: false, score: 1 };
  const written = writeGift([{ ...words, credit: 'all', answers }]);
  expect(written).toContain('// osnova: credit=all');
  expect(one(written)).toMatchObject({ credit: 'all', answers });
  expect(one(written).left_out).toBeUndefined();
});

test.each([
  ['{T}', true],
  ['{TRUE####why}', true],
  ['{F}', false],
  ['{false}', false],
])('%s is true or false', (answer, isTrue) => {
  expect(one(`Grant was buried. ${answer}`).answers).toEqual([
    { title: 'True', is_right_answer: isTrue },
    { title: 'False', is_right_answer: !isTrue },
  ]);
});

test.each([
  [
    "Who's buried? {=Grant =%50%Ulysses # near =%0%*#no}",
    'short_answer',
    [{ title: 'Grant' }, { title: 'Ulysses', percent: 50, feedback: 'near' }],
  ],
  ['Born? {#1822:5}', 'number', [{ title: '1822', tolerance: '5' }]],
  ['Pi? {#3.141..3.142}', 'number', [{ title: '3.1415', tolerance: '0.0005' }]],
  [
    'Born? {#\n =1822:0#yes\n =%50%1822:2\n ~#no\n}',
    'number',
    [
      { title: '1822', feedback: 'yes' },
      { title: '1822', tolerance: '2', percent: 50 },
    ],
  ],
  [
    'Match {=cat -> cat food =dog -> dog food = -> bird food}',
    'matching',
    [
      { title: 'cat', match: 'cat food' },
      { title: 'dog', match: 'dog food' },
      { title: '', match: 'bird food' },
    ],
  ],
  [
    'Order {>2 ALL VERTICAL ABSOLUTE_POSITION\nfirst\nsecond\n}',
    'ordering',
    [{ title: 'first' }, { title: 'second' }],
  ],
] as const)('%s is a %s', (source, type, answers) => {
  expect(one(source)).toMatchObject({ type, problems: [] });
  expect(one(source).answers.map(({ is_right_answer: _right, ...answer }) => answer)).toEqual(answers);
});

test('a brace that is never closed swallows no question behind the next blank line', () => {
  const source = 'First? {=yes ~no}\n\nBroken? {=yes ~no\n\nDescribe it {}\n\nOver\ntwo lines? {=yes\n\n~no}';
  expect(read(source).map(({ line, title, problems }) => ({ line, title, problems }))).toEqual([
    { line: 1, title: 'First?', problems: [] },
    { line: 3, title: 'Broken?', problems: ['malformed'] },
    { line: 5, title: 'Describe it', problems: [] },
    { line: 7, title: 'Over\ntwo lines?', problems: [] },
  ]);
  // Notes of the next question are its own.
  const noted = 'Broken? {=yes ~no\n\n// osnova: score=5\nNext? {=yes ~no}\n\nOnly text {';
  expect(read(noted)).toMatchObject([
    { score: 1, problems: ['malformed'] },
    { score: 5, problems: [] },
    { problems: ['malformed'] },
  ]);
});

test('a gap is shown where the list stood', () => {
  expect(one('Grant is {~buried =entombed ~living} in the tomb.').title).toBe('Grant is _____ in the tomb.');
});

test.each([
  ['[html]<p>How much is $$x^2$$ here?</p> {=4 ~5}', 'How much is', 'x^2', []],
  [String.raw`Work out \(\frac\{1\}\{2\}\) {=0.5 ~\(x\)}`, 'Work out', String.raw`\frac{1}{2}`, ['formulas']],
  ['It costs $5 or $$7 {=a ~b}', 'It costs $5 or $$7', null, []],
])(
  'a formula begins the text below the title, and one in an answer is named: %s',
  (source, title, latex, lost) => {
    const question = one(source);
    expect([question.title, question.left_out ?? []]).toEqual([title, lost]);
    expect(/data-latex="([^"]*)"/.exec(question.description)?.[1] ?? null).toBe(latex);
  },
);

test('escapes are the signs themselves, and formats are taken away', () => {
  const source = String.raw`[html]<p>Which is <b>2\=2</b> \{a\} \~ \#1 \: \\n?</p>{=\{yes\} ~[plain]no\nnot at all}`;
  expect(one(source).title).toBe(String.raw`Which is 2=2 {a} ~ #1 : \n?`);
  expect(offered(source)).toEqual(['+{yes}', '-no\nnot at all']);
});

test('what a question in HTML says elsewhere is HTML too, unless it names another format', () => {
  const source = String.raw`::Rise::[html]<p>Where does the sun <b>rise</b>?<br></p> {
  =<p>In the <span style\="color\:red">east</span>&nbsp;</p>#<p>Every\n day</p>
  ~[plain]<p>\n#<b>no</b>
  ####<p>See the&nbsp;map<img src\="@@PLUGINFILE@@/map.png"></p>
}`;
  expect(one(source)).toMatchObject({
    title: 'Where does the sun rise?',
    feedback: 'See the map',
    left_out: ['files'],
    answers: [
      { title: 'In the east', is_right_answer: true, feedback: 'Every day' },
      { title: '<p>', is_right_answer: false, feedback: 'no' },
    ],
  });
  const pairs = '[html]<p>Match</p> {=<p>cat</p> -> <p>cat food</p> =<p>dog</p> -> <p>dog food</p>}';
  expect(one(pairs).answers).toMatchObject([
    { title: 'cat', match: 'cat food' },
    { title: 'dog', match: 'dog food' },
  ]);
  expect(one('Which tag begins a paragraph? {=<p> ~<b>}').answers).toMatchObject([
    { title: '<p>' },
    { title: '<b>' },
  ]);
});

test('what stands below the words of a question in HTML is kept, but for pictures that GIFT has no place for', () => {
  const source = String.raw`::Name::[html]<p>What does it print?</p><pre>a();\nb();</pre><p><img src\="@@PLUGINFILE@@/a.png"></p> {}`;
  expect(one(source)).toMatchObject({
    title: 'What does it print?',
    description: '<pre>a();\nb();</pre>',
    left_out: ['files'],
    problems: [],
  });
  const wordless = String.raw`::The map::[html]<p><img src\="@@PLUGINFILE@@/a.png"></p> {=a ~b}`;
  expect(one(wordless)).toMatchObject({ title: 'The map', left_out: ['files'] });
  const pictured = String.raw`[html]<p>Which?</p> {=<img src\="a.png"> ~<img src\="b.png">}`;
  expect(one(pictured).problems).toEqual(['picture_answer']);
});

test.each([
  ['not_number', 'When was Grant born? {#about 1822}'],
  ['malformed', 'Match. {=cat -> cat food =dog}'],
  ['text_only', 'This is only a text.'],
  ['alternatives', 'Two of these would do. {=a =b ~c}'],
  ['malformed', 'Never closed { =a ~b'],
  ['malformed', 'Twice { =a ~b } and { =c ~d }'],
  ['malformed', 'Stray } here'],
  ['malformed', 'No sign { a b }'],
  ['no_text', '{=a ~b}'],
] as const)('%s is told by its line, and the rest is read', (problem, source) => {
  const [first, second, ...more] = read(`Before {=a ~b}\n\n${source}\n\n::after:: After {=a ~b}`);
  const third = more[0] ?? second;
  expect(first).toMatchObject({ line: 1, title: 'Before', problems: [] });
  expect(second).toMatchObject({ line: 3, problems: [problem] });
  expect(third).toMatchObject({ title: 'After', problems: [] });
});

test('notes before a question say its score, whether it is required, and its description', () => {
  const [first, second, third, fourth] = read(`// osnova: score=5 required
//osnova: description=Two lines\\nof <text>
// any other comment
First {=a ~b}

Second {=a ~b}

// OSNOVA: required=ні score=0

Third {
  =a
  // osnova: score=7
  ~b
}

Fourth {=a ~b}`);
  expect(first).toMatchObject({
    line: 4,
    score: 5,
    required: true,
    description: '<p>Two lines</p><p>of &lt;text&gt;</p>',
    problems: [],
  });
  expect(second).toMatchObject({ score: 1, required: false, description: '', problems: [] });
  expect(third).toMatchObject({ score: 7, required: false, problems: [] });
  expect(fourth).toMatchObject({ score: 1, problems: [] });
});

test.each([
  ['wrong_score', 'score=many'],
  ['wrong_score', 'score'],
  ['wrong_score', 'score=101'],
  ['wrong_score', 'score=-1'],
  ['wrong_score', 'score=1.5'],
  ['wrong_required', 'required=perhaps'],
  ['unknown_note', 'points=5'],
] as const)('%s is told by the line of the note "%s"', (problem, note) => {
  const [before, wrong, after] = read(`Before {=a ~b}\n\n// osnova: ${note}\nWrong {=a ~b}\n\nAfter {=a ~b}`);
  expect(wrong).toMatchObject({ line: 3, title: 'Wrong', problems: [problem] });
  expect([before!.problems, after!.problems]).toEqual([[], []]);
});

test('what is written is read again as it was', () => {
  const questions = [
    {
      title: String.raw`Sets {1; 2} ~ "a=b" \ #5: ->`,
      description: '<p>With <strong>one</strong> \\ and \\n</p>\n<pre>two\nlines</pre>',
      multiple_right_answers: false,
      required: true,
      score: 5,
      feedback: '####General: \\n\nline',
      answers: [
        { title: '50% of {x}', is_right_answer: true },
        { title: '%50%', is_right_answer: false, feedback: '#1 ~ {no}\n// 50%' },
        { title: 'a -> b', is_right_answer: false },
      ],
    },
    {
      title: '// no comment\nsecond line',
      description: '',
      credit: 'parts' as const,
      multiple_right_answers: true,
      required: false,
      score: 1,
      answers: ['a', 'b', 'c', '[html]d'].map((title, at) => ({ title, is_right_answer: at < 3 })),
    },
    {
      title: '// osnova: score=9',
      description: '<p>// osnova: score=8</p>',
      multiple_right_answers: false,
      required: false,
      score: 0,
      answers: ['a', 'b'].map((title, at) => ({ title, is_right_answer: at === 0 })),
    },
    {
      title: 'Rivers',
      description: '',
      type: 'gaps' as const,
      credit: 'parts' as const,
      gap_text: 'Kyiv: [[1]]',
      multiple_right_answers: false,
      required: false,
      score: 1,
      feedback: 'Look at the map',
      answers: [
        { title: 'Dnipro', is_right_answer: true, gap: 1 },
        { title: 'Buh', is_right_answer: false, gap: 1, feedback: 'No: "Vinnytsia"\nis there' },
      ],
    },
    {
      title: 'In order',
      description: '',
      type: 'ordering' as const,
      multiple_right_answers: false,
      required: false,
      score: 1,
      feedback: 'By age',
      answers: ['a', 'b'].map((title) => ({ title, is_right_answer: true })),
    },
  ];
  expect(read(writeGift(questions))).toMatchObject(questions.map((each) => ({ ...each, problems: [] })));
  expect(writeGift(questions.slice(1, 2))).not.toContain('osnova');
});

test('pictures of a description stay behind, and bare text is read as the rich text it was', () => {
  const question = { title: 'One', multiple_right_answers: false, required: false, score: 1, answers: [] };
  const kept = (description: string) => one(writeGift([{ ...question, description }])).description;
  expect(kept('<p>a<img src="/api/v1/media/5">b</p>')).toBe('<p>ab</p>');
  expect(kept('a &amp; b')).toBe('<p>a &amp; b</p>');
});

test('an essay is read, and written with its words and the note for its markers', () => {
  const essay = {
    title: 'Write about Grant.',
    description: '',
    type: 'essay' as const,
    multiple_right_answers: false,
    required: true,
    score: 10,
    work: { min_words: 100, max_words: 300 },
    marking: { note: 'His youth;\nhis wars' },
    answers: [],
  };
  expect(one(writeGift([essay]))).toMatchObject({ ...essay, problems: [] });
  expect(one('Write about Grant. {}')).toMatchObject({
    type: 'essay',
  });
});

test('categories are sections, with an introduction of ours', () => {
  const question = {
    description: '',
    multiple_right_answers: false,
    required: false,
    score: 1,
    answers: [
      { title: 'a', is_right_answer: true },
      { title: 'b', is_right_answer: false },
    ],
  };
  const titled = ['', 'Fire / smoke', 'Fire / smoke', '/odd/', ''];
  const questions = titled.map((title, at) => ({
    ...question,
    title: `Q${at}`,
    ...(title && { section: { title, introduction: at === 3 ? 'Two\nlines' : '' } }),
  }));
  const back = read(writeGift(questions));
  expect(back.map(({ section }) => section)).toEqual(questions.map(({ section }) => section));
  expect(back.every(({ problems }) => problems.length === 0)).toBe(true);
  const foreign = ['top', '$course$', '$course$/top/Default for X', '$module$/a/b'].map(
    (category) => read(`$CATEGORY: ${category}\n\nA {=a ~b}`)[0]!.section?.title,
  );
  expect(foreign).toEqual([undefined, undefined, undefined, 'b']);
});

test('as many tags as a file has room for are read, and none that is never closed', () => {
  const often = (piece: string) => piece.repeat(Math.floor(1_900_000 / piece.length));
  expect(one(`// [tag:a\\]b] [tag:c\\d]\nQ {T}`).tags).toEqual(['a]b', 'c\\d']);
  expect(one(`// ${often('[tag:a] ')}\nQ {T}`).tags).toEqual(['a']);
  // What is gone through again and again would outlast the test.
  expect(one(`// [tag:a] ${often('[tag:')}\nQ {T}`).tags).toEqual(['a']);
  expect(one(`// ${often('[tag:\\]')}\nQ {T}`).tags).toBeUndefined();
});
