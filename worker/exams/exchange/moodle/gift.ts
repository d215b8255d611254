import type { Work } from '../../questions/contract.ts';
import {
  type LeftOut,
  type ReadAnswer,
  type ReadQuestion,
  foldersSaying,
  sectionSaying,
  type TruthWords,
  right,
} from '../exchange.ts';
import { categoriesOf, lastCategory, notedTags, tagsOf } from '../parts/categories.ts';
import { placesOfLines } from '../parts/places.ts';
import { asHtml } from '../parts/written.ts';
import { dataPicture, hasFormula, holdsPicture, type Prose, proseOf } from '../parts/prose.ts';
import { keptGaps, saying } from '../parts/feedback.ts';
import { readScore, richText, says, workOf } from '../sheet.ts';
import { typedNumber } from '../../questions/question.ts';
import { filesOf } from '../parts/upload-terms.ts';
import { isNearMiss, termsOfOne, termsOfSeveral } from '../parts/weights.ts';
import {
  htmlIn,
  indexOfSign,
  nameOf,
  plain,
  splitAtSigns,
  splitBefore,
  unescapedSigns,
  unescapedText,
  withoutName,
} from './gift-text.ts';

interface Block {
  /** Of its first line that says something, from 1. */
  line: number;
  text: string;
  noted: Noted;
  /** The category that it stands in. */
  place: Pick<ReadQuestion, 'section' | 'folders'>;
}

/** What our own notes say of a question. */
type Noted = Partial<
  Pick<
    ReadQuestion,
    'score' | 'required' | 'description' | 'credit' | 'match_case' | 'unit' | 'gap_text' | 'work'
  >
> & {
  note?: string;
  /** Places on a picture, a line each. */
  places?: string[];
  /** Of files that are handed in. */
  files?: Work;
  gap_feedback?: string;
  problems: ReadQuestion['problems'];
  /** Those that Moodle's comments name. */
  tags: string[];
  /** Of the first note that cannot be taken. */
  line?: number;
};

interface Choice {
  sign: '=' | '~';
  /** Percent; null where none is given. */
  weight: number | null;
  text: string;
  feedback: string;
}

/**
 * Reads questions in Moodle's GIFT, as far as a question here can hold them: one or several right answers, true or false,
 * a gap filled from a list, a typed text or number, pairs, an order, an essay, files. Any other kind comes with the problem that it is.
 * Categories are sections or folders; comments are left out but for the tags that Moodle's name, and feedback of what gives nothing where it is typed. What GIFT has no signs for stands in comments of our own before the
 * question, which other systems skip: `// osnova: score=5 required credit=parts case`, `// osnova: unit=km`,
 * `// osnova: gaps=The capital is [[Kyiv]].`, `// osnova: place=rect 0.1 0.2 0.3 0.4: the door`, `// osnova: words=100–300`,
 * `// osnova: files=2, documents, 20 MB`, `// osnova: marking=…`, `// osnova: description=<p>…</p>`, and behind a category
 * `// osnova: introduction=…`.
 */
export function readGift(source: string, words: TruthWords): ReadQuestion[] {
  return blocksOf(source.replace(/^\uFEFF/, '')).map((block) => questionOf(block, words));
}

const HEAD = /^\s*(\$CATEGORY:|\/\/\s*osnova:\s*introduction\s*=)(.*)$/i;
const NAMED = /^\s*::/;
const COMMENT = /^\s*\/\//;

/** For each line the first brace from there on, within what may still be the same question; '' where there is none. */
function bracesAhead(lines: readonly string[]): string[] {
  const ahead: string[] = [];
  let next = '';
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at]!;
    if (HEAD.test(line) || NAMED.test(line)) next = '';
    else if (!COMMENT.test(line)) next = unescapedSigns(line, '{}')[0] ?? next;
    ahead[at] = next;
  }
  return ahead;
}

/**
 * Questions are parted by blank lines; one between braces does not part, unless the brace that it follows is never closed:
 * what stands behind such a question is not swallowed.
 */
function blocksOf(source: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  let depth = 0;
  let noted: Noted = { problems: [], tags: [] };
  let place: Block['place'] = {};
  const lines = source.split(/\r\n|\r|\n/);
  const ahead = bracesAhead(lines);
  for (const [index, line] of lines.entries()) {
    const head = HEAD.exec(line);
    if (head) {
      place = head[1]!.startsWith('$')
        ? { ...foldersSaying(categoriesOf(head[2]!)), ...sectionSaying(lastCategory(head[2]!)) }
        : {
            ...foldersSaying(place.folders ?? []),
            ...sectionSaying(place.section?.title ?? '', unescapedText(head[2]!)),
          };
      open = null;
      depth = 0;
      continue;
    }
    const note = /^\s*\/\/\s*osnova:(.*)$/i.exec(line);
    if (note) takeNote(open?.noted ?? noted, note[1]!, index + 1);
    if (COMMENT.test(line)) {
      if (!note) {
        const about = open?.noted ?? noted;
        about.tags = about.tags.concat(notedTags(line));
      }
      continue;
    }
    if (line.trim() === '' && (depth === 0 || ahead[index] !== '}')) {
      open = null;
      depth = 0;
      continue;
    }
    if (depth > 0 && NAMED.test(line)) {
      open = null;
      depth = 0;
    }
    if (open) open.text += `\n${line}`;
    else {
      blocks.push((open = { line: index + 1, text: line, noted, place }));
      noted = { problems: [], tags: [] };
    }
    for (const sign of unescapedSigns(line, '{}')) depth = Math.max(0, depth + (sign === '{' ? 1 : -1));
  }
  return blocks;
}

/** Takes a note that is one text to the end of its line. @returns whether it was one */
function takeText(noted: Noted, note: string): boolean {
  const description = /^\s*description\s*=(.*)$/i.exec(note);
  if (description) {
    noted.description = richText(unescapedText(description[1]!).trim());
    return true;
  }
  const marking = /^\s*marking\s*=(.*)$/i.exec(note);
  if (marking) {
    noted.note = unescapedText(marking[1]!).trim();
    return true;
  }
  const unit = /^\s*unit\s*=(.*)$/i.exec(note);
  if (unit) {
    noted.unit = unit[1]!.trim();
    return true;
  }
  const files = /^\s*files\s*=(.*)$/i.exec(note);
  if (files) {
    noted.files = filesOf(files[1]!);
    return true;
  }
  const place = /^\s*place\s*=(.*)$/i.exec(note);
  if (place) {
    (noted.places ??= []).push(place[1]!.trim());
    return true;
  }
  const gaps = /^\s*gaps\s*=(.*)$/i.exec(note);
  if (gaps) {
    noted.gap_text = unescapedText(gaps[1]!).trim();
    return true;
  }
  const feedback = /^\s*feedback\s*=(.*)$/i.exec(note);
  if (feedback) {
    noted.gap_feedback = feedback[1]!.trim();
    return true;
  }
  return false;
}

/** Adds what a note says; what is no word of ours, or no value for it, becomes a problem of its question. */
function takeNote(noted: Noted, note: string, line: number): void {
  const refuse = (problem: Noted['problems'][number]) => {
    noted.line ??= line;
    noted.problems.push(problem);
  };
  if (takeText(noted, note)) return;
  for (const word of note.trim().split(/\s+/).filter(Boolean)) {
    const [name, value] = word.split(/=(.*)/s, 2) as [string, string | undefined];
    switch (name.toLowerCase()) {
      case 'score': {
        const score = readScore(value ?? '');
        if (score === null) refuse('wrong_score');
        else noted.score = score;
        break;
      }
      case 'required':
        if (value !== undefined && !says(value, 'yes') && !says(value, 'no')) refuse('wrong_required');
        else noted.required = value === undefined || says(value, 'yes');
        break;
      case 'credit':
        if (value !== 'all' && value !== 'parts') refuse('unknown_note');
        else noted.credit = value;
        break;
      case 'words':
        noted.work = workOf(value ?? '');
        break;
      case 'case':
        noted.match_case = true;
        break;
      default:
        refuse('unknown_note');
    }
  }
}

function questionOf({ line, text, noted, place }: Block, words: TruthWords): ReadQuestion {
  const open = indexOfSign(text, '{');
  const close = open < 0 ? -1 : indexOfSign(text, '}', open);
  const before = open < 0 ? text : text.slice(0, open);
  const behind = close < 0 ? '' : text.slice(close + 1).trim();
  const { isHtml, hasLost, ...prose } = textOf(before, behind === '' ? '' : ` _____ ${behind}`);
  const read: ReadQuestion = {
    line: noted.line ?? line,
    ...prose,
    ...(noted.description !== undefined && { description: noted.description }),
    ...place,
    ...(noted.tags.length > 0 && { tags: tagsOf(noted.tags) }),
    type: 'choice',
    credit: noted.credit ?? 'all',
    match_case: noted.match_case ?? false,
    unit: noted.unit ?? '',
    gap_text: '',
    multiple_right_answers: false,
    required: noted.required ?? false,
    score: noted.score ?? 1,
    answers: [],
    problems: noted.problems,
    ...(hasLost && { left_out: ['files'] }),
  };
  const refused = (problem: ReadQuestion['problems'][number]): ReadQuestion => ({
    ...read,
    problems: [...noted.problems, problem],
  });
  if (open < 0) return refused(indexOfSign(text, '}') < 0 ? 'text_only' : 'malformed');
  const { inside, feedback } = withoutGeneralFeedback(close < 0 ? '' : text.slice(open + 1, close));
  if (close < 0 || indexOfSign(inside, '{') >= 0 || indexOfSign(behind, '{') >= 0)
    return refused('malformed');
  if (read.title === '') return refused('no_text');
  Object.assign(read, saying(plain(feedback, isHtml)));
  if (noted.places) return { ...read, ...placesOfLines(noted.places) };
  if (noted.gap_text !== undefined)
    return { ...read, type: 'gaps', ...keptGaps(noted.gap_text, noted.gap_feedback) };
  if (inside === '' && noted.files)
    return { ...read, type: 'upload', work: noted.files, marking: { note: noted.note ?? '' } };
  if (inside === '')
    return { ...read, type: 'essay', work: noted.work ?? {}, marking: { note: noted.note ?? '' } };
  const found = asked(inside, words, isHtml);
  if (typeof found === 'string') return refused(found);
  const { lost = [], weighed, ...said } = found;
  // What our own note says is what the weights stand for.
  const left_out = [...(noted.credit ? [] : (weighed ?? [])), ...lost];
  if (said.answers.some((answer) => hasFormula(answer.title))) left_out.push('formulas');
  // Feedback is words alone here.
  if (hasLost || (isHtml && holdsPicture(inside + feedback))) left_out.push('files');
  return {
    ...read,
    ...said,
    ...(noted.credit && { credit: noted.credit }),
    ...(left_out.length > 0 && { left_out }),
  };
}

/** What is asked; what begins with the first formula stands below the title, which has words alone, as of HTML. */
function textOf(before: string, behind: string): Prose & { isHtml: boolean } {
  const text = withoutName(before) + behind;
  const html = htmlIn(text, false);
  if (html !== null) return { ...proseOf(html, dataPicture, nameOf(before)), isHtml: true };
  const title = plain(text);
  const shown = hasFormula(title) && proseOf(`<p>${asHtml(title)}</p>`, () => null, title);
  return { ...(shown || { title, description: '', files: [], hasLost: false }), isHtml: false };
}

/** Gives the words of a text of a question. */
type Said = (text: string) => string;

type Asked = Partial<Pick<ReadQuestion, 'type' | 'credit' | 'multiple_right_answers'>> &
  Pick<ReadQuestion, 'answers'> & {
    lost?: LeftOut[];
    /** What of the weights is lost. */
    weighed?: LeftOut[];
  };

/**
 * What the braces ask for, or why it cannot be taken.
 * @param isHtml whether its texts are HTML, as the question's own is
 */
function asked(inside: string, words: TruthWords, isHtml: boolean): Asked | ReadQuestion['problems'][number] {
  const said = (text: string) => plain(text, isHtml);
  if (inside.startsWith('#')) return numbersOf(inside.slice(1), said);
  if (inside.startsWith('>')) {
    const [, ...items] = inside.split('\n');
    return { type: 'ordering', answers: items.map(said).filter(Boolean).map(right) };
  }
  const truth = /^(T|TRUE|F|FALSE)\s*(#|$)/i.exec(inside);
  if (truth) {
    const isTrue = /^t/i.test(truth[1]!);
    // What is said to whoever errs stands first.
    const [, erring = '', knowing = ''] = splitAtSigns(inside, '#').map(said);
    return {
      answers: [
        { title: words.right, is_right_answer: isTrue, ...saying(isTrue ? knowing : erring) },
        { title: words.wrong, is_right_answer: !isTrue, ...saying(isTrue ? erring : knowing) },
      ],
    };
  }
  const choices = choicesOf(inside, said);
  if (!choices) return 'malformed';
  if (choices.some(({ text }) => holdsPicture(htmlIn(text, isHtml) ?? ''))) return 'picture_answer';
  if (choices.every(({ sign }) => sign === '='))
    return choices.some(({ text }) => text.includes('->')) ? pairsOf(choices, said) : textsOf(choices, said);
  const whole = choices.filter(({ sign, weight }) => sign === '=' || weight === 100);
  // Any one of them would do, and a question here asks for all.
  if (whole.length > 1) return 'alternatives';
  const several = choices.every(({ sign }) => sign === '~') && choices.some(({ weight }) => weight !== null);
  const { credit, lost } = several
    ? termsOfSeveral(choices.map(({ weight }) => weight ?? 0))
    : termsOfOne(choices.map(({ sign, weight }) => (sign === '=' ? 100 : (weight ?? 0))));
  return {
    multiple_right_answers: several,
    credit,
    weighed: lost,
    answers: choices.map((choice) => ({
      title: said(choice.text),
      is_right_answer: several ? (choice.weight ?? 0) > 0 : whole.includes(choice),
      ...(!several && choice.sign === '~' && isNearMiss(choice.weight ?? 0) && shareOf(choice.weight)),
      ...saying(choice.feedback),
    })),
  };
}

/** What a typed answer gives of the score, where it is not all of it. */
const shareOf = (weight: number | null): Pick<ReadAnswer, 'percent'> =>
  weight === null || weight >= 99.5 ? {} : { percent: Math.max(1, Math.round(weight)) };

/** Accepted texts; one that gives nothing only holds feedback. */
function textsOf(choices: readonly Choice[], said: Said): Asked {
  const accepted = choices.filter(({ weight }) => weight === null || weight > 0);
  return {
    type: 'short_answer',
    answers: accepted.map(({ text, weight, feedback }) => ({
      ...right(said(text)),
      ...shareOf(weight),
      ...saying(feedback),
    })),
    lost: saysMore(choices, accepted),
  };
}

/** What is left out may say something to whoever gave it. */
const saysMore = (choices: readonly Choice[], taken: readonly Choice[]): LeftOut[] =>
  choices.some((choice) => choice.feedback !== '' && !taken.includes(choice)) ? ['feedback'] : [];

/** Pairs; one without its first half only adds to what can be chosen. Each right pair counts, as in Moodle. */
function pairsOf(choices: readonly Choice[], said: Said): Asked | 'malformed' {
  const pairs = choices.map(({ text }) => text.split(/->(.*)/s, 2));
  if (pairs.some((pair) => pair.length < 2)) return 'malformed';
  return {
    type: 'matching',
    credit: 'parts',
    answers: pairs.map(([title, match]) => ({
      title: said(title!),
      is_right_answer: said(title!) !== '',
      match: said(match!),
    })),
    lost: saysMore(choices, []),
  };
}

/** Numbers with how far off they may be, or the bounds of a range. */
function numbersOf(inside: string, said: Said): Asked | 'malformed' | 'not_number' {
  const choices = indexOfSign(inside, '=') < 0 ? choicesOf(`=${inside}`, said) : choicesOf(inside, said);
  if (!choices) return 'malformed';
  const accepted = choices.filter(({ sign, weight }) => sign === '=' && (weight === null || weight > 0));
  const answers = accepted.map(({ text, weight, feedback }) => {
    const number = numberOf(said(text));
    return (
      number && {
        ...right(number.title),
        ...shareOf(weight),
        ...(number.tolerance && { tolerance: number.tolerance }),
        ...saying(feedback),
      }
    );
  });
  return answers.every((answer) => answer !== null)
    ? { type: 'number', answers, lost: saysMore(choices, accepted) }
    : 'not_number';
}

function numberOf(text: string): { title: string; tolerance: string } | null {
  const range = /^(.+?)\.\.(.+)$/.exec(text);
  if (range) {
    const [from, to] = [range[1]!, range[2]!].map((bound) => Number(bound.trim().replace(',', '.')));
    if (!Number.isFinite(from) || !Number.isFinite(to)) return null;
    const short = (number: number) => String(Number(number.toPrecision(10)));
    return { title: short((from! + to!) / 2), tolerance: short(Math.abs(to! - from!) / 2) };
  }
  const [title, tolerance = ''] = text.split(':', 2).map((part) => part.trim());
  const isNone =
    typedNumber(title!) === null || (tolerance !== '' && typedNumber(tolerance.replace(/%$/, '')) === null);
  return isNone ? null : { title: title!, tolerance: /^0+$/.test(tolerance) ? '' : tolerance };
}

/** The answers between the braces; null where something stands before the first. */
function choicesOf(inside: string, said: Said): Choice[] | null {
  const choices: Choice[] = [];
  for (const part of splitBefore(inside, '=~')) {
    const sign = part[0]!;
    if (sign !== '=' && sign !== '~') {
      if (part.trim() !== '') return null;
      continue;
    }
    const given = /^\s*%(-?\d+(?:[.,]\d+)?)%/.exec(part.slice(1));
    const text = part.slice(1 + (given?.[0].length ?? 0));
    const feedback = indexOfSign(text, '#');
    choices.push({
      sign,
      weight: given ? Number(given[1]!.replace(',', '.')) : null,
      text: feedback < 0 ? text : text.slice(0, feedback),
      feedback: feedback < 0 ? '' : said(text.slice(feedback + 1)),
    });
  }
  return choices.length ? choices : null;
}

/** What stands behind the last answer is of the question. */
function withoutGeneralFeedback(braces: string): { inside: string; feedback: string } {
  const at = /(?<!\\)####/.exec(braces)?.index ?? -1;
  if (at < 0) return { inside: braces.trim(), feedback: '' };
  return { inside: braces.slice(0, at).trim(), feedback: braces.slice(at + 4) };
}
