import type { ReadQuestion } from './sheet.ts';

/** What the answers of a statement that is true or false are called. */
export interface TruthWords {
  right: string;
  wrong: string;
}

interface Block {
  /** Of its first line that says something, from 1. */
  line: number;
  text: string;
}

interface Choice {
  sign: '=' | '~';
  /** Percent; null where none is given. */
  weight: number | null;
  text: string;
}

/**
 * Reads questions in Moodle's GIFT, as far as a question here can hold them: one or several right answers, true or false,
 * a gap filled from a list. Weights only tell right from wrong. Any other kind comes with the problem that it is.
 * Comments, categories and feedback are left out.
 */
export function readGift(source: string, words: TruthWords): ReadQuestion[] {
  return blocksOf(source.replace(/^\uFEFF/, '')).map((block) => questionOf(block, words));
}

/** Questions are parted by blank lines; a blank line between braces does not part. */
function blocksOf(source: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  let depth = 0;
  for (const [index, line] of source.split(/\r\n|\r|\n/).entries()) {
    if (/^\s*\/\//.test(line) || /^\s*\$CATEGORY:/.test(line)) continue;
    if (line.trim() === '' && depth === 0) {
      open = null;
      continue;
    }
    // A question whose brace is never closed must not swallow the ones behind it.
    if (depth > 0 && /^\s*::/.test(line)) {
      open = null;
      depth = 0;
    }
    if (open) open.text += `\n${line}`;
    else blocks.push((open = { line: index + 1, text: line }));
    for (const sign of unescapedSigns(line, '{}')) depth = Math.max(0, depth + (sign === '{' ? 1 : -1));
  }
  return blocks;
}

function questionOf({ line, text }: Block, words: TruthWords): ReadQuestion {
  const open = indexOfSign(text, '{');
  const close = open < 0 ? -1 : indexOfSign(text, '}', open);
  const before = open < 0 ? text : text.slice(0, open);
  const behind = close < 0 ? '' : text.slice(close + 1).trim();
  const read: ReadQuestion = {
    line,
    title: plain(withoutName(before) + (behind === '' ? '' : ` _____ ${behind}`)),
    description: '',
    multiple_right_answers: false,
    required: false,
    score: 1,
    answers: [],
    problems: [],
  };
  const refused = (problem: ReadQuestion['problems'][number]): ReadQuestion => ({
    ...read,
    problems: [problem],
  });
  if (open < 0) return refused(indexOfSign(text, '}') < 0 ? 'text_only' : 'malformed');
  const inside = close < 0 ? '' : text.slice(open + 1, close).trim();
  if (close < 0 || indexOfSign(inside, '{') >= 0 || indexOfSign(behind, '{') >= 0)
    return refused('malformed');
  if (read.title === '') return refused('no_text');
  if (inside === '') return refused('essay');
  if (inside.startsWith('#')) return refused('numeric');
  const truth = /^(T|TRUE|F|FALSE)\s*(#|$)/i.exec(inside);
  if (truth) {
    const isTrue = /^t/i.test(truth[1]!);
    return {
      ...read,
      answers: [
        { title: words.right, is_right_answer: isTrue },
        { title: words.wrong, is_right_answer: !isTrue },
      ],
    };
  }
  const choices = choicesOf(inside);
  if (!choices) return refused('malformed');
  if (choices.every(({ sign }) => sign === '='))
    return refused(choices.some((choice) => choice.text.includes('->')) ? 'matching' : 'short_answer');
  const whole = choices.filter(({ sign, weight }) => sign === '=' || weight === 100);
  // Any one of them would do, and a question here asks for all.
  if (whole.length > 1) return refused('alternatives');
  const several = choices.every(({ sign }) => sign === '~') && choices.some(({ weight }) => weight !== null);
  return {
    ...read,
    multiple_right_answers: several,
    answers: choices.map((choice) => ({
      title: plain(choice.text),
      is_right_answer: several ? (choice.weight ?? 0) > 0 : whole.includes(choice),
    })),
  };
}

/** The answers between the braces, without feedback; null where something stands before the first. */
function choicesOf(inside: string): Choice[] | null {
  const choices: Choice[] = [];
  for (const part of splitBefore(withoutGeneralFeedback(inside), '=~')) {
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
    });
  }
  return choices.length ? choices : null;
}

function withoutGeneralFeedback(inside: string): string {
  const at = /(?<!\\)####/.exec(inside)?.index ?? -1;
  return at < 0 ? inside : inside.slice(0, at);
}

/** A question without its name in double colons. */
function withoutName(text: string): string {
  return text.replace(/^\s*::(?:\\.|[^\\])*?::/, '');
}

/** Text without its format, its tags where that is HTML, and its escapes. */
function plain(text: string): string {
  const format = /^\s*\[(html|moodle|plain|markdown)\]/i.exec(text);
  const rest = format ? text.slice(format[0].length) : text;
  const shown = /^html$/i.test(format?.[1] ?? '') ? withoutTags(rest) : rest;
  return shown
    .replace(/\\([n~=#{}:\\])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' };

/** The words of HTML. */
export function withoutTags(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/(p|div|li|h\d)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|apos|nbsp|amp|#\d+);/g, (_, name: string) =>
      name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : ENTITIES[name]!,
    )
    .trim();
}

function indexOfSign(text: string, sign: string, from = 0): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === sign) return at;
  }
  return -1;
}

function unescapedSigns(text: string, signs: string): string[] {
  return [...text.replace(/\\./g, '')].filter((sign) => signs.includes(sign));
}

function splitBefore(text: string, signs: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (signs.includes(text[at]!) && at > start) {
      parts.push(text.slice(start, at));
      start = at;
    }
  }
  return [...parts, text.slice(start)];
}

/** Questions as GIFT. Scores, descriptions and files have no place in it. */
export function writeGift(
  questions: readonly {
    title: string;
    multiple_right_answers: boolean;
    answers: readonly { title: string; is_right_answer: boolean }[];
  }[],
): string {
  return questions
    .map(({ title, multiple_right_answers, answers }) => {
      const right = answers.filter((answer) => answer.is_right_answer).length;
      const several = multiple_right_answers && right > 0;
      const lines = answers.map((answer) => {
        const share = Number((100 / right).toFixed(5));
        const sign = several
          ? `~%${answer.is_right_answer ? share : -100}%`
          : answer.is_right_answer
            ? '='
            : '~';
        return `\t${sign}${escaped(answer.title)}`;
      });
      return `${escaped(title)} {\n${lines.join('\n')}\n}\n`;
    })
    .join('\n');
}

function escaped(text: string): string {
  const safe = text.replace(/[\\~=#{}:]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n');
  // What would be taken for a comment, a category, a format or a weight.
  return /^(\/\/|\$|\[|%)/.test(safe) ? `[plain]${safe}` : safe;
}
