import { escapeXml, writeElement } from '../../../platform/formats/xml-writer.ts';
import { type Area, gapParts } from '../../questions/contract.ts';
import { writeMarkedGaps } from '../parts/marked-gaps.ts';
import type { ReadAnswer, WrittenFile, WrittenQuestion } from '../exchange.ts';
import { plainNumber } from '../moodle/moodle-xml-writer.ts';
import { pixelsOf, placesInLines, sizeOf, writtenPicture, type Size } from '../parts/places.ts';
import { filesText } from '../parts/upload-terms.ts';
import { asHtml, keptComment, proseHtml, withAddresses } from '../parts/written.ts';
import { asXhtml } from './xhtml.ts';

export type QtiVersion = '2.1' | '2.2' | '3.0';

export const NAMESPACES: Record<QtiVersion, string> = {
  '2.1': 'http://www.imsglobal.org/xsd/imsqti_v2p1',
  '2.2': 'http://www.imsglobal.org/xsd/imsqti_v2p2',
  '3.0': 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0',
};

type Attributes = Record<string, string | number | boolean | undefined>;
/** Writes an element of QTI by its name in QTI 2. */
export type Write = (name: string, attributes?: Attributes, ...content: string[]) => string;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`);

/** What writes elements of a version: QTI 3 names them, and their attributes, in lower case with dashes. */
export function writerOf(version: QtiVersion): Write {
  if (version !== '3.0') return writeElement;
  return (name, attributes = {}, ...content) =>
    writeElement(
      `qti-${kebab(name)}`,
      Object.fromEntries(Object.entries(attributes).map(([key, value]) => [kebab(key), value])),
      ...content,
    );
}

/** What an item declares, asks and counts. */
interface Parts {
  declarations: string[];
  body: string;
  processing: string;
}

/** A question as an item. @param address of a file, as the item names it */
export function writeItem(
  question: WrittenQuestion,
  id: string,
  version: QtiVersion,
  address: (file: WrittenFile) => string,
): string {
  const write = writerOf(version);
  const { title, score, type = 'choice' } = question;
  const { declarations, body, processing } = WRITERS[type](question, write, version, address);
  const prose = asXhtml(proseHtml(question, address));
  const note = question.marking?.note;
  const rubric = note
    ? write(
        'rubricBlock',
        { view: 'scorer', ...(version === '3.0' && { use: 'instructions' }) },
        contentOf(`<p>${asHtml(note)}</p>`, write, version),
      )
    : '';
  const outcome = (name: string, value: number) =>
    write(
      'outcomeDeclaration',
      { identifier: name, cardinality: 'single', baseType: 'float' },
      write('defaultValue', {}, write('value', {}, String(value))),
    );
  const item = write(
    'assessmentItem',
    {
      xmlns: NAMESPACES[version],
      identifier: id,
      title: title.replace(/\s+/g, ' ').slice(0, 200),
      adaptive: false,
      timeDependent: false,
    },
    keptComment({ ...keptOf(question), description: lookOf(question, address) }),
    ...declarations,
    outcome('SCORE', 0),
    outcome('MAXSCORE', score),
    hasFeedback(question)
      ? write('outcomeDeclaration', {
          identifier: 'FEEDBACK',
          cardinality: 'multiple',
          baseType: 'identifier',
        })
      : '',
    write('itemBody', {}, prose, rubric, body),
    processing,
    ...modalFeedback(question, write, version),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${item}\n`;
}

const hasFeedback = ({ feedback, answers }: WrittenQuestion): boolean =>
  Boolean(feedback) || answers.some((answer) => answer.feedback);

/** What is told of the question and of its answers: a choice by its id, what is accepted by its place. */
function modalFeedback(question: WrittenQuestion, write: Write, version: QtiVersion): string[] {
  const { type = 'choice', feedback = '', answers } = question;
  const of = (identifier: string, text: string) =>
    text
      ? write(
          'modalFeedback',
          { outcomeIdentifier: 'FEEDBACK', identifier, showHide: 'show' },
          contentOf(`<p>${asHtml(text)}</p>`, write, version),
        )
      : '';
  const name = (at: number) => (type === 'choice' ? `A${at + 1}` : `answer_${at + 1}`);
  return [...answers.map((answer, at) => of(name(at), answer.feedback ?? '')), of('general', feedback)];
}

export const contentOf = (html: string, write: Write, version: QtiVersion): string =>
  version === '3.0' ? write('contentBody', {}, html) : html;

/** A description that is more than QTI can show. */
function lookOf({ description, files = [] }: WrittenQuestion, address: (file: WrittenFile) => string) {
  const isMore =
    /<(u|s|mark)\b|<table>\s*<tr\b|<blockquote>(?!<p>)|\s(data-type|style|title|target|rel|start)=/.test(
      description,
    );
  return isMore ? withAddresses(description, files, address) : undefined;
}

/** What QTI has no words for here. */
function keptOf(question: WrittenQuestion) {
  const {
    required,
    credit = 'all',
    match_case,
    unit,
    score,
    type,
    gap_text = '',
    answers,
    work = {},
  } = question;
  return {
    required: required || undefined,
    credit,
    score,
    match_case: match_case || undefined,
    unit: unit || undefined,
    min_words: work.min_words,
    max_words: work.max_words,
    gaps: type === 'gaps' ? writeMarkedGaps(gap_text, answers) : undefined,
    places: type === 'hotspot' ? placesInLines(question).join('\n') : undefined,
    files: type === 'upload' ? filesText(work) : undefined,
  };
}

const RESPONSE = { identifier: 'RESPONSE' };
const ASKS = { responseIdentifier: 'RESPONSE' };

function declared(write: Write, attributes: Attributes, correct: readonly string[], mapping = ''): string {
  const right = write('correctResponse', {}, ...correct.map((value) => write('value', {}, escapeXml(value))));
  return write('responseDeclaration', { ...RESPONSE, ...attributes }, correct.length ? right : '', mapping);
}

interface Mapped {
  key: string;
  value: number;
  isCased?: boolean;
}

const mappingOf = (write: Write, entries: readonly Mapped[], bounds: Attributes = {}): string =>
  write(
    'mapping',
    { ...bounds, defaultValue: 0 },
    ...entries.map(({ key, value, isCased }) =>
      write('mapEntry', {
        mapKey: key,
        mappedValue: Number(value.toFixed(6)),
        ...(isCased !== undefined && { caseSensitive: isCased }),
      }),
    ),
  );

/** Where the standard templates are said to be. */
function templated(
  write: Write,
  version: QtiVersion,
  name: 'match_correct' | 'map_response' | 'map_response_point',
): string {
  const folder = `qti_v${version.replace('.', 'p')}/rptemplates/${name}`;
  const template =
    version === '3.0'
      ? `https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/${name}.xml`
      : `http://www.imsglobal.org/question/${folder}`;
  return write('responseProcessing', { template });
}

const setScore = (write: Write, value: string): string =>
  write('setOutcomeValue', { identifier: 'SCORE' }, value);
const float = (write: Write, value: number): string =>
  write('baseValue', { baseType: 'float' }, String(value));

type Writer = (
  question: WrittenQuestion,
  write: Write,
  version: QtiVersion,
  address: (file: WrittenFile) => string,
) => Parts;

const WRITERS: Record<NonNullable<WrittenQuestion['type']>, Writer> = {
  choice: choiceParts,
  short_answer: textParts,
  number: numberParts,
  ordering: orderParts,
  matching: pairParts,
  gaps: textWithGapsParts,
  hotspot: placeParts,
  essay: (_, write) => ({
    declarations: [declared(write, { cardinality: 'single', baseType: 'string' }, [])],
    body: write('extendedTextInteraction', ASKS),
    processing: '',
  }),
  upload: (_, write) => ({
    declarations: [declared(write, { cardinality: 'single', baseType: 'file' }, [])],
    body: write('uploadInteraction', ASKS),
    processing: '',
  }),
};

function choiceParts(question: WrittenQuestion, write: Write, version: QtiVersion): Parts {
  const { answers, multiple_right_answers: several, credit } = question;
  const score = question.score || 1;
  const ids = answers.map((_, at) => `A${at + 1}`);
  const rights = ids.filter((_, at) => answers[at]!.is_right_answer);
  const part = score / Math.max(1, rights.length);
  const entries = answers.map(({ is_right_answer, percent = 0 }, at) => ({
    key: ids[at]!,
    value: several ? (is_right_answer ? part : -part) : is_right_answer ? score : (score * percent) / 100,
  }));
  const isParted = credit === 'parts';
  const attributes = { cardinality: several ? 'multiple' : 'single', baseType: 'identifier' };
  const mapping = isParted ? mappingOf(write, entries, { lowerBound: 0 }) : '';
  return {
    declarations: [declared(write, attributes, rights, mapping)],
    body: write(
      'choiceInteraction',
      { ...ASKS, shuffle: true, maxChoices: several ? 0 : 1 },
      ...answers.map(({ title }, at) => write('simpleChoice', { identifier: ids[at]! }, asHtml(title))),
    ),
    processing: templated(write, version, isParted ? 'map_response' : 'match_correct'),
  };
}

function textParts(
  { answers, score, match_case = false }: WrittenQuestion,
  write: Write,
  version: QtiVersion,
): Parts {
  const entries = answers.map(({ title, percent = 100 }) => ({
    key: title,
    value: ((score || 1) * percent) / 100,
    isCased: match_case,
  }));
  const best = answers.find(({ percent }) => percent === undefined) ?? answers[0];
  return {
    declarations: [
      declared(
        write,
        { cardinality: 'single', baseType: 'string' },
        best ? [best.title] : [],
        mappingOf(write, entries, { upperBound: score || 1 }),
      ),
    ],
    body: `<p class="osnova-gaps">${write('textEntryInteraction', ASKS)}</p>`,
    processing: templated(write, version, 'map_response'),
  };
}

/** Each number that is accepted is compared by itself, with how far off it may be. */
function numberParts({ answers, score, unit }: WrittenQuestion, write: Write): Parts {
  const conditions = answers.map((answer, at) => {
    const { title, tolerance } = plainNumber(answer);
    const equal = write(
      'equal',
      { toleranceMode: 'absolute', tolerance: `${tolerance} ${tolerance}` },
      keptComment({ title: answer.title, tolerance: answer.tolerance, percent: answer.percent }),
      write('variable', RESPONSE),
      float(write, Number(title)),
    );
    const points = (score * (answer.percent ?? 100)) / 100;
    return write(
      at === 0 ? 'responseIf' : 'responseElseIf',
      {},
      equal,
      setScore(write, float(write, points)),
    );
  });
  const plain = answers.map((answer) => plainNumber(answer).title);
  const label = unit ? ` ${escapeXml(unit)}` : '';
  return {
    declarations: [declared(write, { cardinality: 'single', baseType: 'float' }, plain.slice(0, 1))],
    body: `<p class="osnova-gaps">${write('textEntryInteraction', ASKS)}${label}</p>`,
    processing: write('responseProcessing', {}, write('responseCondition', {}, ...conditions)),
  };
}

function orderParts({ answers, credit, score }: WrittenQuestion, write: Write, version: QtiVersion): Parts {
  const ids = answers.map((_, at) => `A${at + 1}`);
  // In the order of their words: the item would tell the right one otherwise.
  const shown = answers
    .map(({ title }, at) => ({ title, id: ids[at]! }))
    .toSorted((one, other) => (one.title < other.title ? -1 : 1));
  const hits = ids.map((id, at) =>
    write(
      'responseCondition',
      {},
      write(
        'responseIf',
        {},
        write(
          'match',
          {},
          write('index', { n: at + 1 }, write('variable', RESPONSE)),
          write('baseValue', { baseType: 'identifier' }, id),
        ),
        setScore(
          write,
          write(
            'sum',
            {},
            write('variable', { identifier: 'SCORE' }),
            float(write, Number((score / ids.length).toFixed(6))),
          ),
        ),
      ),
    ),
  );
  return {
    declarations: [declared(write, { cardinality: 'ordered', baseType: 'identifier' }, ids)],
    body: write(
      'orderInteraction',
      { ...ASKS, shuffle: true },
      ...shown.map(({ title, id }) => write('simpleChoice', { identifier: id }, asHtml(title))),
    ),
    processing:
      credit === 'parts'
        ? write('responseProcessing', {}, ...hits)
        : templated(write, version, 'match_correct'),
  };
}

function pairParts({ answers, credit, score }: WrittenQuestion, write: Write, version: QtiVersion): Parts {
  const asked = answers.filter(({ title }) => title !== '');
  const matches = [...new Set(answers.map(({ match = '' }) => match))];
  const pairs = asked.map(({ match = '' }, at) => `A${at + 1} M${matches.indexOf(match) + 1}`);
  const choice = (id: string, text: string, matchMax: number) =>
    write('simpleAssociableChoice', { identifier: id, matchMax }, asHtml(text));
  const entries = pairs.map((key) => ({ key, value: score / pairs.length }));
  return {
    declarations: [
      declared(
        write,
        { cardinality: 'multiple', baseType: 'directedPair' },
        pairs,
        credit === 'parts' ? mappingOf(write, entries) : '',
      ),
    ],
    body: write(
      'matchInteraction',
      { ...ASKS, shuffle: true, maxAssociations: asked.length },
      write('simpleMatchSet', {}, ...asked.map(({ title }, at) => choice(`A${at + 1}`, title, 1))),
      write('simpleMatchSet', {}, ...matches.map((match, at) => choice(`M${at + 1}`, match, asked.length))),
    ),
    processing: templated(write, version, credit === 'parts' ? 'map_response' : 'match_correct'),
  };
}

/** Points are marked, and each area gives what it gives; besides them a mark takes as much. */
function placeParts(
  question: WrittenQuestion,
  write: Write,
  version: QtiVersion,
  address: (file: WrittenFile) => string,
): Parts {
  const { answers, hotspot: { places = 1, alt = '' } = {}, credit } = question;
  const score = question.score || 1;
  const picture = writtenPicture(question);
  const size = sizeOf(picture?.bytes);
  const rights = answers.filter(({ is_right_answer }) => is_right_answer);
  const part = score / Math.max(1, Math.min(places, rights.length));
  // What is mapped first counts.
  const entries = [...rights, ...answers.filter(({ is_right_answer }) => !is_right_answer)].flatMap(
    ({ area, is_right_answer, percent = 0 }) => {
      if (!area) return [];
      const { shape, pixels } = pixelsOf(area, size);
      const value = is_right_answer ? part : (part * percent) / 100;
      return write('areaMapEntry', {
        shape,
        coords: pixels.join(','),
        mappedValue: Number(value.toFixed(6)),
      });
    },
  );
  const mapping = write(
    'areaMapping',
    { lowerBound: 0, upperBound: score, defaultValue: credit === 'parts' ? -Number(part.toFixed(6)) : 0 },
    ...entries,
  );
  // A draft may lack its picture yet; the item has room for one all the same.
  const at = picture ? address(picture) : '';
  const shown =
    version === '3.0'
      ? writeElement('img', { src: at, alt, ...size })
      : write('object', { type: picture?.content_type ?? 'image/png', data: at, ...size }, escapeXml(alt));
  return {
    declarations: [
      declared(
        write,
        { cardinality: places === 1 ? 'single' : 'multiple', baseType: 'point' },
        rights.flatMap(({ area }) => (area ? [middleOf(area, size)] : [])).slice(0, places),
        entries.length ? mapping : '',
      ),
    ],
    body: write('selectPointInteraction', { ...ASKS, maxChoices: places }, shown),
    processing: templated(write, version, 'map_response_point'),
  };
}

/** About the middle of an area, in pixels. */
function middleOf({ shape, coords }: Area, { width, height }: Size): string {
  const [x = 0, y = 0, w = 0, h = 0] = coords;
  const mean = (from: 0 | 1) => {
    const own = coords.filter((_, at) => at % 2 === from);
    return own.reduce((sum, part) => sum + part, 0) / own.length;
  };
  const [across, down] = shape === 'polygon' ? [mean(0), mean(1)] : [x + w / 2, y + h / 2];
  return `${Math.round(across * width)} ${Math.round(down * height)}`;
}

/** Each gap has a response of its own; they are summed up. */
function textWithGapsParts(
  { gap_text = '', answers, score, match_case = false }: WrittenQuestion,
  write: Write,
): Parts {
  const parts = gapParts(gap_text);
  const gaps = [...new Set(parts.filter((part) => typeof part === 'number'))];
  const ownOf = (gap: number) => answers.filter((answer) => answer.gap === gap);
  const isList = (own: readonly ReadAnswer[]) => own.some(({ is_right_answer }) => !is_right_answer);
  const share = (score || 1) / Math.max(1, gaps.length);
  const declarations = gaps.map((gap) => {
    const own = ownOf(gap);
    const keys = own.map(({ title }, at) => (isList(own) ? `A${at + 1}` : title));
    const entries = own.map(({ is_right_answer, percent }, at) => ({
      key: keys[at]!,
      value: (share * (percent ?? (is_right_answer ? 100 : 0))) / 100,
      ...(!isList(own) && { isCased: match_case }),
    }));
    const correct = keys.filter((_, at) => own[at]!.is_right_answer).slice(0, 1);
    const baseType = isList(own) ? 'identifier' : 'string';
    return declared(
      write,
      { identifier: `GAP${gap}`, cardinality: 'single', baseType },
      correct,
      mappingOf(write, entries),
    );
  });
  const text = parts.map((part) => {
    if (typeof part === 'string') return asHtml(part);
    const own = ownOf(part);
    const asks = { responseIdentifier: `GAP${part}` };
    if (!isList(own)) return write('textEntryInteraction', asks);
    const choices = own.map(({ title }, at) =>
      write('inlineChoice', { identifier: `A${at + 1}` }, escapeXml(title)),
    );
    return write('inlineChoiceInteraction', { ...asks, shuffle: true }, ...choices);
  });
  const sum = write('sum', {}, ...gaps.map((gap) => write('mapResponse', { identifier: `GAP${gap}` })));
  return {
    declarations,
    body: `<div class="osnova-gaps"><p>${text.join('')}</p></div>`,
    processing: write('responseProcessing', {}, setScore(write, sum)),
  };
}
