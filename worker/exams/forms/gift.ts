import { readScore, richText, says, withoutPictures, type ReadQuestion } from './sheet.ts';

/** What the answers of a statement that is true or false are called. */
export interface TruthWords {
  right: string;
  wrong: string;
}

interface Block {
  /** Of its first line that says something, from 1. */
  line: number;
  text: string;
  noted: Noted;
}

/** What our own notes say of a question. */
type Noted = Partial<Pick<ReadQuestion, 'score' | 'required' | 'description'>> & {
  problems: ReadQuestion['problems'];
  /** Of the first note that cannot be taken. */
  line?: number;
};

interface Choice {
  sign: '=' | '~';
  /** Percent; null where none is given. */
  weight: number | null;
  text: string;
}

/**
 * Reads questions in Moodle's GIFT, as far as a question here can hold them: one or several right answers, true or false,
 * a gap filled from a list. Weights only tell right from wrong. Any other kind comes with the problem that it is.
 * Comments, categories and feedback are left out. What GIFT has no signs for stands in comments of our own before the
 * question, which other systems skip: `// osnova: score=5 required` and `// osnova: description=<p>…</p>`.
 */
export function readGift(source: string, words: TruthWords): ReadQuestion[] {
  return blocksOf(source.replace(/^\uFEFF/, '')).map((block) => questionOf(block, words));
}

/** Questions are parted by blank lines; a blank line between braces does not part. */
function blocksOf(source: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  let depth = 0;
  let noted: Noted = { problems: [] };
  for (const [index, line] of source.split(/\r\n|\r|\n/).entries()) {
    const note = /^\s*\/\/\s*osnova:(.*)$/i.exec(line);
    if (note) takeNote(open?.noted ?? noted, note[1]!, index + 1);
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
    else {
      blocks.push((open = { line: index + 1, text: line, noted }));
      noted = { problems: [] };
    }
    for (const sign of unescapedSigns(line, '{}')) depth = Math.max(0, depth + (sign === '{' ? 1 : -1));
  }
  return blocks;
}

/** Adds what a note says; what is no word of ours, or no value for it, becomes a problem of its question. */
function takeNote(noted: Noted, note: string, line: number): void {
  const refuse = (problem: Noted['problems'][number]) => {
    noted.line ??= line;
    noted.problems.push(problem);
  };
  const description = /^\s*description\s*=(.*)$/i.exec(note);
  if (description) {
    noted.description = richText(unescapedText(description[1]!).trim());
    return;
  }
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
      default:
        refuse('unknown_note');
    }
  }
}

function questionOf({ line, text, noted }: Block, words: TruthWords): ReadQuestion {
  const open = indexOfSign(text, '{');
  const close = open < 0 ? -1 : indexOfSign(text, '}', open);
  const before = open < 0 ? text : text.slice(0, open);
  const behind = close < 0 ? '' : text.slice(close + 1).trim();
  const read: ReadQuestion = {
    line: noted.line ?? line,
    title: plain(withoutName(before) + (behind === '' ? '' : ` _____ ${behind}`)),
    description: noted.description ?? '',
    multiple_right_answers: false,
    required: noted.required ?? false,
    score: noted.score ?? 1,
    answers: [],
    problems: noted.problems,
  };
  const refused = (problem: ReadQuestion['problems'][number]): ReadQuestion => ({
    ...read,
    problems: [...noted.problems, problem],
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

/** Questions as GIFT, with notes of our own for scores, required marks and descriptions. Files have no place in it. */
export function writeGift(
  questions: readonly {
    title: string;
    description: string;
    multiple_right_answers: boolean;
    required: boolean;
    score: number;
    answers: readonly { title: string; is_right_answer: boolean }[];
  }[],
): string {
  return questions
    .map(({ title, multiple_right_answers, answers, ...rest }) => {
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
      return `${notesOf(rest)}${escaped(title)} {\n${lines.join('\n')}\n}\n`;
    })
    .join('\n');
}

/** The notes before a question; none where everything is as it is without them. */
function notesOf(question: { score: number; required: boolean; description: string }): string {
  const words = [
    ...(question.score === 1 ? [] : [`score=${question.score}`]),
    ...(question.required ? ['required'] : []),
  ].join(' ');
  const html = withoutPictures(question.description).trim();
  // What does not begin with a tag would be read as plain text.
  const rich = html === '' || html.startsWith('<') ? html : `<p>${html}</p>`;
  const line = rich.replace(/\\/g, '\\\\').replace(/\r?\n/g, '\\n');
  return [words, line && `description=${line}`]
    .filter(Boolean)
    .map((note) => `// osnova: ${note}\n`)
    .join('');
}

function unescapedText(text: string): string {
  return text.replace(/\\([n\\])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
}

function escaped(text: string): string {
  const safe = text.replace(/[\\~=#{}:]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n');
  // What would be taken for a comment, a category, a format or a weight.
  return /^(\/\/|\$|\[|%)/.test(safe) ? `[plain]${safe}` : safe;
}
