import { filesAsked, MEGABYTE } from '../../questions/contract.ts';
import { writeMarkedGaps } from '../parts/marked-gaps.ts';
import { writeCloze } from './cloze.ts';
import { escapeXml, writeElement } from '../../../platform/formats/xml-writer.ts';
import {
  type Head,
  type ReadAnswer,
  withHeads,
  type WrittenFile,
  type WrittenQuestion,
} from '../exchange.ts';
import { categoryPath } from '../parts/categories.ts';
import { filesText, moodleTypes } from '../parts/upload-terms.ts';
import { pixelsOf, placesInLines, sizeOf, writtenPicture } from '../parts/places.ts';
import { feedbackOfAnswers } from '../parts/feedback.ts';
import { creditAsRead } from '../parts/weights.ts';
import { asHtml, keptComment, proseHtml } from '../parts/written.ts';

/** Questions as Moodle XML, sections and folders as categories, with their files inside. */
export function writeMoodle(questions: readonly WrittenQuestion[]): string {
  const body = withHeads(questions)
    .map(({ question, head }) => `${head ? `\n${categoryXml(head)}` : ''}\n${questionXml(question)}`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>${body}\n</quiz>\n`;
}

const TYPES = {
  choice: 'multichoice',
  short_answer: 'shortanswer',
  number: 'numerical',
  ordering: 'ordering',
  matching: 'matching',
  gaps: 'cloze',
  essay: 'essay',
  hotspot: 'ddmarker',
  upload: 'essay',
} as const;

const textXml = (text: string): string => writeElement('text', {}, escapeXml(text));
const htmlXml = (name: string, html: string, attributes = {}, ...more: string[]): string =>
  writeElement(name, { ...attributes, format: 'html' }, textXml(html), ...more);

function categoryXml({ title, introduction, folders }: Head): string {
  return writeElement(
    'question',
    { type: 'category' },
    folders ? '' : keptComment({ title, description: introduction }),
    writeElement('category', {}, textXml(categoryPath(folders ?? (title ? [title] : [])))),
    htmlXml('info', asHtml(introduction)),
  );
}

function questionXml(question: WrittenQuestion): string {
  const { type = 'choice', title, score, required, files = [], tags = [] } = question;
  const names = namesOf(files);
  const html = proseHtml(question, (file) => `@@PLUGINFILE@@/${encodeURIComponent(names.get(file)!)}`);
  const parts = [
    keptComment({ required: required || undefined, ...keptOf(question) }),
    writeElement('name', {}, textXml(title.replace(/\s+/g, ' ').slice(0, 120))),
    htmlXml(
      'questiontext',
      type === 'gaps' ? html + writeCloze(question) : html,
      {},
      ...files.map((file) => fileXml(file, names.get(file)!)),
    ),
    question.feedback ? htmlXml('generalfeedback', asHtml(question.feedback)) : '',
    writeElement('defaultgrade', {}, String(score)),
    ...ANSWERS[type](question),
    tags.length ? writeElement('tags', {}, ...tags.map((tag) => writeElement('tag', {}, textXml(tag)))) : '',
  ];
  return writeElement(
    'question',
    { type: TYPES[type] },
    ...parts.filter(Boolean).map((part) => `\n  ${part}`),
    '\n',
  );
}

/** What Moodle would take otherwise than it is meant here, or cannot say. */
function keptOf(question: WrittenQuestion) {
  const { type = 'choice', credit = 'all', match_case, gap_text = '', answers, work = {} } = question;
  const otherwise = type === 'gaps' ? 'parts' : creditAsRead(question);
  return {
    credit: credit === otherwise || type === 'ordering' ? undefined : credit,
    match_case: match_case && type !== 'short_answer' ? true : undefined,
    gaps: type === 'gaps' ? writeMarkedGaps(gap_text, answers) : undefined,
    places: type === 'hotspot' ? placesInLines(question).join('\n') : undefined,
    files: type === 'upload' ? filesText(work) : undefined,
    gap_feedback: type === 'gaps' ? feedbackOfAnswers(answers) : undefined,
  };
}

/** Names that differ within a question. */
function namesOf(files: readonly WrittenFile[]): Map<WrittenFile, string> {
  const taken = new Set<string>();
  const names = new Map<WrittenFile, string>();
  for (const [at, file] of files.entries()) {
    const name = taken.has(file.name) ? `${at + 1}-${file.name}` : file.name;
    taken.add(name);
    names.set(file, name);
  }
  return names;
}

const fileXml = ({ bytes }: WrittenFile, name: string): string =>
  writeElement('file', { name, path: '/', encoding: 'base64' }, Buffer.from(bytes).toString('base64'));

const saidXml = ({ feedback }: ReadAnswer): string => (feedback ? htmlXml('feedback', asHtml(feedback)) : '');

const ANSWERS: Record<keyof typeof TYPES, (question: WrittenQuestion) => string[]> = {
  choice: choiceXml,
  short_answer: ({ match_case, answers }) => [
    writeElement('usecase', {}, match_case ? '1' : '0'),
    ...answers.map((answer) =>
      writeElement(
        'answer',
        { fraction: answer.percent ?? 100, format: 'moodle_auto_format' },
        textXml(answer.title),
        saidXml(answer),
      ),
    ),
  ],
  number: numberXml,
  ordering: ({ credit, answers }) => [
    writeElement('layouttype', {}, 'VERTICAL'),
    writeElement('selecttype', {}, 'ALL'),
    writeElement('selectcount', {}, '0'),
    writeElement('gradingtype', {}, credit === 'parts' ? 'ABSOLUTE_POSITION' : 'ALL_OR_NOTHING'),
    writeElement('showgrading', {}, 'SHOW'),
    ...answers.map(({ title }, at) => htmlXml('answer', asHtml(title), { fraction: at + 1 })),
  ],
  gaps: () => [],
  hotspot: markersXml,
  essay: ({ work = {}, marking = {} }) => [
    writeElement('responseformat', {}, 'editor'),
    writeElement('responserequired', {}, '1'),
    writeElement('responsefieldlines', {}, '15'),
    writeElement('minwordlimit', {}, work.min_words ? String(work.min_words) : ''),
    writeElement('maxwordlimit', {}, work.max_words ? String(work.max_words) : ''),
    writeElement('attachments', {}, '0'),
    htmlXml('graderinfo', asHtml(marking.note ?? '')),
  ],
  upload: ({ work = {}, marking = {} }) => {
    const { max_files, file_kinds, max_megabytes } = filesAsked(work);
    return [
      writeElement('responseformat', {}, 'noinline'),
      writeElement('responserequired', {}, '0'),
      // More than three are unlimited there.
      writeElement('attachments', {}, String(max_files > 3 ? -1 : max_files)),
      writeElement('attachmentsrequired', {}, '1'),
      writeElement('maxbytes', {}, String(max_megabytes * MEGABYTE)),
      writeElement('filetypeslist', {}, moodleTypes(file_kinds)),
      htmlXml('graderinfo', asHtml(marking.note ?? '')),
    ];
  },
  matching: ({ answers }) => [
    writeElement('shuffleanswers', {}, 'true'),
    ...answers.map(({ title, match = '' }) =>
      htmlXml('subquestion', asHtml(title), {}, writeElement('answer', {}, textXml(asHtml(match)))),
    ),
  ],
};

/** One marker for all places, and a zone for each area that is right. */
function markersXml(question: WrittenQuestion): string[] {
  const picture = writtenPicture(question);
  const size = sizeOf(picture?.bytes);
  const zones = question.answers.flatMap(({ is_right_answer, area }) =>
    is_right_answer && area ? [pixelsOf(area, size)] : [],
  );
  return [
    ...(picture ? [fileXml(picture, picture.name)] : []),
    writeElement(
      'drag',
      {},
      writeElement('no', {}, '1'),
      textXml('✕'),
      writeElement('noofdrags', {}, String(question.hotspot?.places ?? 1)),
    ),
    ...zones.map(({ shape, pixels: [a = 0, b = 0, c = 0, d = 0, ...more] }, at) =>
      writeElement(
        'drop',
        {},
        writeElement('no', {}, String(at + 1)),
        writeElement('shape', {}, shape === 'poly' ? 'polygon' : shape === 'rect' ? 'rectangle' : shape),
        writeElement(
          'coords',
          {},
          shape === 'circle'
            ? `${a},${b};${c}`
            : shape === 'rect'
              ? `${a},${b};${c - a},${d - b}`
              : pairsIn([a, b, c, d, ...more]),
        ),
        writeElement('choice', {}, '1'),
      ),
    ),
  ];
}

const pairsIn = (pixels: readonly number[]): string =>
  pixels.map((pixel, at) => `${at === 0 ? '' : at % 2 ? ',' : ';'}${pixel}`).join('');

function choiceXml({ credit, multiple_right_answers, answers }: WrittenQuestion): string[] {
  const rights = answers.filter((answer) => answer.is_right_answer).length;
  const part = Number((100 / Math.max(1, rights)).toFixed(5));
  const [full, none] = multiple_right_answers ? [part, credit === 'parts' ? -part : -100] : [100, 0];
  const fractionOf = ({ is_right_answer, percent }: ReadAnswer) =>
    is_right_answer ? full : (percent ?? none);
  return [
    writeElement('single', {}, String(!multiple_right_answers)),
    writeElement('shuffleanswers', {}, 'true'),
    writeElement('answernumbering', {}, 'abc'),
    ...answers.map((answer) =>
      htmlXml('answer', asHtml(answer.title), { fraction: fractionOf(answer) }, saidXml(answer)),
    ),
  ];
}

function numberXml({ unit, answers }: WrittenQuestion): string[] {
  const units = unit
    ? writeElement(
        'units',
        {},
        writeElement(
          'unit',
          {},
          writeElement('multiplier', {}, '1'),
          writeElement('unit_name', {}, escapeXml(unit)),
        ),
      )
    : '';
  return [
    ...answers.map((answer) => {
      const { title, tolerance } = plainNumber(answer);
      const kept = keptComment({
        title: title === answer.title ? undefined : answer.title,
        tolerance: tolerance === (answer.tolerance || '0') ? undefined : answer.tolerance,
      });
      return writeElement(
        'answer',
        { fraction: answer.percent ?? 100, format: 'moodle_auto_format' },
        kept,
        textXml(title),
        writeElement('tolerance', {}, tolerance),
        saidXml(answer),
      );
    }),
    units,
  ];
}

/** A number as programs read it, and its tolerance as one. */
export function plainNumber({ title, tolerance = '' }: ReadAnswer): { title: string; tolerance: string } {
  const plain = (text: string) => text.replace(/\s/g, '').replace(/[−–]/g, '-').replace(',', '.');
  const number = plain(title);
  if (!tolerance.trim().endsWith('%')) return { title: number, tolerance: plain(tolerance) || '0' };
  const off = (Math.abs(Number(number)) * Number(plain(tolerance).slice(0, -1))) / 100;
  return { title: number, tolerance: String(Number(off.toPrecision(10))) };
}
