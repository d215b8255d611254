import * as z from 'zod/mini';
import {
  APOSTROPHES,
  BETWEEN_WORDS,
  endpoint,
  id,
  instant,
  named,
  nameText,
  personWithPhoto,
} from '../../platform/contract.ts';

/** Letters of what is looked for. */
export const QUERY_LENGTH = 100;

const ofCourse = z.extend(named, {
  type: z.enum([
    'theory',
    'pdf',
    'presentation',
    'video',
    'audio',
    'additional',
    'practice',
    'exam',
    'package',
  ]),
  course_id: id,
  course_name: z.string(),
  /** It is not open to the student who asks, or their course is not. */
  locked: z.boolean(),
});

/** What is found of each kind, the best first; a kind that the role has no list of is not there. */
export const search = endpoint({
  method: 'GET',
  path: '/api/v1/search',
  access: 'viewProfile',
  summary:
    'People, courses, materials, tests, groups, programs and webinars in reach that hold all words of the query in any ' +
    'of their forms, five of each at most',
  query: z.strictObject({ query: nameText(QUERY_LENGTH) }),
  response: z.object({
    people: z.optional(
      z.array(
        z.extend(personWithPhoto, {
          email: z.nullable(z.string()),
          phone: z.nullable(z.string()),
          position: z.string(),
          subdivision: z.string(),
        }),
      ),
    ),
    courses: z.array(z.extend(named, { published: z.boolean(), category: z.nullable(z.string()) })),
    materials: z.array(ofCourse),
    tests: z.array(ofCourse),
    groups: z.optional(z.array(z.extend(named, { students: z.int() }))),
    programs: z.array(z.extend(named, { internal_name: z.nullable(z.string()) })),
    webinars: z.array(z.extend(named, { starts_at: instant, canceled: z.boolean() })),
  }),
});

const MOST_WORDS = 8;

/** Endings by which words of a language change, the longest first: of Ukrainian, and of German and English. */
const ENDINGS = {
  cyrillic:
    /(?:ями|ами|ові|еві|єві|ього|ого|ьому|ому|ими|іми|ій|їй|ою|ею|єю|ах|ях|ам|ям|ом|ем|єм|ів|їв|ей|ої|ий|их|іх|їх|ую|юю|ая|яя|[аяуюоеєиіїйь])$/,
  latin: /(?:nen|ies|ing|en|er|ern|em|es|ed|e|n|s|y)$/,
};
/** Letters without which no word is told from another. */
const LEAST_STEM = { cyrillic: 3, latin: 4 };

/** Signs that a vowel or the last consonant changes into. */
const CHANGES: Record<string, string> = { к: '[кц]', г: '[гз]', х: '[хс]', ц: '[цк]', з: '[зг]', с: '[сх]' };
/** Umlauts come and go, and are left out where a keyboard has none. */
const UMLAUTS: readonly (readonly [RegExp, string])[] = [
  [/[aä]/g, '[aä]'],
  [/[oö]/g, '[oö]'],
  [/[uü]/g, '[uü]'],
  [/ß|ss/g, '(?:ß|ss)'],
];

const escaped = (words: string): string => words.replace(/[^\p{L}\p{N}_]/gu, String.raw`\$&`);

/** The words of a text as they are compared: small, without apostrophes; as `search_text()` does it. */
export function searchWords(words: string): string[] {
  return words.toLowerCase().replace(APOSTROPHES, '').split(BETWEEN_WORDS).filter(Boolean);
}

/**
 * A regular expression of Postgres and of JavaScript for how a word begins in any of its forms (decisions, "Search").
 * @param word small, without apostrophes
 */
export function formsOf(word: string): string {
  if (word.length < 3) return escaped(word);
  const script = /^\p{sc=Cyrillic}+$/u.test(word)
    ? 'cyrillic'
    : /^\p{sc=Latin}+$/u.test(word)
      ? 'latin'
      : null;
  if (script === null) return escaped(word);
  const stem = stemOf(word, script);
  if (script === 'latin')
    return UMLAUTS.reduce((form, [letters, either]) => form.replace(letters, either), stem);
  return cyrillicForms(stem);
}

function stemOf(word: string, script: keyof typeof ENDINGS): string {
  // Where the longest ending would leave too little, a shorter one may not.
  for (let tail = 4; tail > 0; tail -= 1) {
    const [ending] = ENDINGS[script].exec(word.slice(-tail)) ?? [];
    if (ending && word.length - ending.length >= LEAST_STEM[script]) return word.slice(0, -ending.length);
  }
  return word;
}

/** With о, е and і that come and go before the last consonant, and the consonant as it changes before an ending. */
function cyrillicForms(stem: string): string {
  const [, head, vowel, last] = /^(.*?)(ьо|[оеєіь])?([^аеєиіїоуюяьй])$/u.exec(stem) ?? [];
  if (head === undefined || last === undefined) return stem;
  const end = CHANGES[last] ?? last;
  // Two of one letter may be written as one: знання, знань.
  if (!vowel && head.endsWith(last)) return `${head}${end === last ? `${last}?` : end}`;
  const isBetweenConsonants = /[^аеєиіїоуюя]$/u.test(head);
  if (!isBetweenConsonants) return `${head}${vowel ?? ''}${end}`;
  return stem.length < 4 ? `${head}${vowel ? '[оеєі]' : ''}${end}` : `${head}(?:[оеєі]|ьо?)?${end}`;
}

/** What a query asks for: its words, their forms, and what finds either, the longest word first. */
export function searchOf(query: string) {
  const words = searchWords(query).slice(0, MOST_WORDS);
  const digits = query.replace(/[^0-9]/g, '');
  return {
    words,
    forms: words.map(formsOf),
    patterns: words.toSorted((one, other) => other.length - one.length).map(patternOf),
    phone: /^[0-9+() .-]+$/.test(query) && digits.length > 3 ? digits : null,
  };
}

/** A word anywhere, or a form of it where a word begins; one of one or two letters begins a word. */
function patternOf(word: string): string {
  if (word.length < 3) return ` ${escaped(word)}`;
  const forms = formsOf(word);
  return forms === escaped(word) ? forms : `${escaped(word)}| ${forms}`;
}
