import type { PDFDocument, PDFImage } from '@cantoo/pdf-lib';
import type { Language } from '../../identity/accounts/contract.ts';
import { ownCompanyAndLanguage } from '../../identity/companies/queries.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, FileAnswer, ParamsOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { hmac } from '../../platform/secrets/hash.ts';
import { percentText } from '../../platform/words/percent.ts';
import { newPdf, signsFor } from '../../platform/formats/pdf.ts';
import { photoType } from '../../platform/files/storage.ts';
import { laidOut, type Order } from '../attempts/service.ts';
import { keysOf } from '../exchange/queries.ts';
import { tolerantText } from '../forms/contract.ts';
import type { FormSettings, KeptQuestion } from '../forms/functions.ts';
import type { Key } from '../questions/question.ts';
import type * as contract from './contract.ts';
import { type PrintedParts, variantLetter } from './contract.ts';
import * as call from './functions.ts';
import { inSigns } from '../formulas/contract.ts';
import { keyInWords, piecesOf } from './print.ts';
import type { DrawnPaper, DrawnQuestion } from './service-drawing.ts';

/** How long a text is wished for: `words: 20–150`, `words: up to 150`; nothing where nobody said. */
const spanIn =
  (words: string, from: string, to: string) =>
  (least?: number, most?: number): string =>
    least && most
      ? `${words}: ${least}–${most}`
      : least || most
        ? `${words}: ${least ? `${from} ${least}` : `${to} ${most}`}`
        : '';

const percentIn = (locale: string) => (percent: number) => percentText(percent, locale);

const tolerantIn = (locale: string) => (number: string, tolerance: string) =>
  tolerantText(number, tolerance, locale);

const WORDS = {
  uk: {
    locale: 'uk',
    name: 'Прізвище та ім’я',
    group: 'Група',
    date: 'Дата',
    variant: 'Варіант',
    of_variant: 'варіант',
    draft: 'чернетка',
    sheet: 'Бланк відповідей',
    sheet_hint:
      'Перекресліть клітинку з літерою відповіді. У порожні клітинки впишіть літери, на лініях — відповідь словами.',
    key: 'Ключ',
    several: 'можна вибрати кілька відповідей',
    place: (count: number) =>
      count > 1 ? `позначте на зображенні, місць: ${count}` : 'позначте на зображенні',
    length: spanIn('слів', 'від', 'до'),
    files: 'здається файлом, не на цьому бланку',
    order: 'запишіть літери у правильному порядку',
    match: 'до кожного номера доберіть літеру',
    attached: 'Додаток',
    points: 'Балів',
    minutes: (count: number) => `Час: ${count} хв`,
    most: (count: number) => `Усього балів: ${count}`,
    section: (number: number) => `Розділ ${number}`,
    asked: (count: number) => `Запитань: ${count}`,
    drawn: (count: number) => `Ще запитань із банку в кожному варіанті: ${count}`,
    annulled: 'анульовано',
    parts: 'бали за частину',
    percent: percentIn('uk'),
    tolerant: tolerantIn('uk'),
    by_hand: 'оцінює людина',
  },
  en: {
    locale: 'en-US',
    name: 'Name',
    group: 'Group',
    date: 'Date',
    variant: 'Variant',
    of_variant: 'variant',
    draft: 'draft',
    sheet: 'Answer sheet',
    sheet_hint:
      'Cross the box with the letter of your answer. Write letters into empty boxes, and words on the lines.',
    key: 'Key',
    several: 'several answers may be right',
    place: (count: number) => (count > 1 ? `mark ${count} places on the picture` : 'mark it on the picture'),
    length: spanIn('words', 'from', 'up to'),
    files: 'handed in as a file, not on this sheet',
    order: 'write the letters in the right order',
    match: 'find a letter for each number',
    attached: 'Attached',
    points: 'Points',
    minutes: (count: number) => `Time: ${count} min`,
    most: (count: number) => `Points in all: ${count}`,
    section: (number: number) => `Section ${number}`,
    asked: (count: number) => `Questions: ${count}`,
    drawn: (count: number) => `Questions drawn from the bank besides, in each variant: ${count}`,
    annulled: 'annulled',
    parts: 'partial points',
    percent: percentIn('en-US'),
    tolerant: tolerantIn('en-US'),
    by_hand: 'marked by a person',
  },
  de: {
    locale: 'de',
    name: 'Name',
    group: 'Gruppe',
    date: 'Datum',
    variant: 'Variante',
    of_variant: 'Variante',
    draft: 'Entwurf',
    sheet: 'Antwortbogen',
    sheet_hint:
      'Kreuzen Sie das Kästchen mit dem Buchstaben Ihrer Antwort an. In leere Kästchen kommen Buchstaben, auf die Linien Wörter.',
    key: 'Lösungsschlüssel',
    several: 'mehrere Antworten möglich',
    place: (count: number) =>
      count > 1 ? `${count} Stellen auf dem Bild markieren` : 'auf dem Bild markieren',
    length: spanIn('Wörter', 'ab', 'bis'),
    files: 'wird als Datei abgegeben, nicht auf diesem Bogen',
    order: 'Buchstaben in der richtigen Reihenfolge notieren',
    match: 'jeder Nummer einen Buchstaben zuordnen',
    attached: 'Anlage',
    points: 'Punkte',
    minutes: (count: number) => `Zeit: ${count} Min.`,
    most: (count: number) => `Punkte insgesamt: ${count}`,
    section: (number: number) => `Abschnitt ${number}`,
    asked: (count: number) => `Fragen: ${count}`,
    drawn: (count: number) => `Dazu aus dem Fragenpool in jeder Variante: ${count}`,
    annulled: 'annulliert',
    parts: 'Teilpunkte',
    percent: percentIn('de'),
    tolerant: tolerantIn('de'),
    by_hand: 'wird von Hand bewertet',
  },
} as const satisfies Record<Language, unknown>;

type Words = (typeof WORDS)[Language];

/** Questions in the order of a paper, and the sections that begin before some of them. */
interface LaidOut {
  asked: DrawnQuestion[];
  sections: DrawnPaper['sections'];
}

/** What is printed in one go. */
interface Printed {
  company: string;
  settings: FormSettings;
  papers: readonly (LaidOut & { letter: string | null; kept: KeptQuestion[] })[];
  keys: Record<number, Key | null>;
  /** Questions that a draft does not name. */
  drawn: number;
}

/**
 * Variants of a run as PDF. The same variant is the same whenever it is printed: its order comes from the seed of the run
 * alone. Errors: not_found, own_form; invalid_choice on "variants".
 */
export async function printVariants(
  env: Env,
  db: Db,
  scope: Scope,
  { id: course, formId: form, runId: run }: ParamsOf<typeof contract.printVariants>,
  { variants, parts, language }: BodyOf<typeof contract.printVariants>,
): Promise<FileAnswer> {
  const these = { course, form, run, variants: variants ?? null };
  const [, [found], [own]] = await db.run(
    scope,
    call.notePrinting({ ...these, kind: parts }),
    call.runPapers(these),
    ownCompanyAndLanguage(scope),
  );
  const { settings, seed, papers, keys } = found!;
  const printed = {
    company: own!.company,
    settings,
    keys,
    drawn: 0,
    papers: papers.map(({ variant, questions }) => ({
      letter: variantLetter(variant),
      ...onPaper(env, scope, settings, questions, orderOf(seed, variant), WORDS[language ?? own!.language]),
      kept: questions,
    })),
  };
  return written(env, db, scope, printed, parts, WORDS[language ?? own!.language]);
}

/** A draft as PDF, in the order in which it is written. Errors: not_found, own_form. */
export async function printDraft(
  env: Env,
  db: Db,
  scope: Scope,
  path: ParamsOf<typeof contract.printDraft>,
  { parts, language }: BodyOf<typeof contract.printDraft>,
): Promise<FileAnswer> {
  const [[draft], [own]] = await db.run(
    scope,
    call.printDraft({ course: path.id, form: path.formId, kind: parts }),
    ownCompanyAndLanguage(scope),
  );
  const { settings, questions } = draft!;
  const written_as = { ...settings, shuffle_questions: false, shuffle_answers: false };
  const words = WORDS[language ?? own!.language];
  const laid = onPaper(env, scope, written_as, questions, orderOf('draft', 0), words);
  const printed = {
    company: own!.company,
    settings,
    keys: {},
    drawn: (settings.draws ?? []).reduce((sum, { count }) => sum + count, 0),
    papers: [{ ...laid, letter: null, kept: questions }],
  };
  return written(env, db, scope, printed, parts, words);
}

/** The order of a variant; known to nobody who has not its seed. Of what is on paper already the seed is of version 4. */
export const orderOf = (seed: string, variant: number): Order => ({
  rankIn: (list) => (id) => hmac(`${variant} ${list} ${id}`, seed),
  may_be_right: seed[14] === '4',
});

function onPaper(
  env: Env,
  scope: Scope,
  settings: FormSettings,
  questions: KeptQuestion[],
  order: Order,
  words: Words,
): LaidOut {
  const { questions: ordered, sections } = laidOut(env, scope, { settings, questions }, order);
  // One without a name is called by its number, as on a screen; a single one has nothing to part.
  const begins = sections.map(({ title, introduction, question_ids }, place) => {
    const name = title || (sections.length > 1 ? words.section(place + 1) : '');
    const first = ordered.findIndex(({ id }) => id === question_ids[0]);
    return [first, { title: name, introduction }] as const;
  });
  return {
    sections: new Map(begins.filter(([, { title, introduction }]) => title || introduction)),
    asked: ordered.map((question) => ({
      ...question,
      title: inSigns(question.title),
      answers: question.answers.map(titleInSigns),
      ...(question.options && { options: question.options.map(titleInSigns) }),
      ...(question.gap_text && { gap_text: inSigns(question.gap_text) }),
      ...(question.gaps && {
        gaps: question.gaps.map(({ options, ...gap }) => ({
          ...gap,
          ...(options && { options: options.map(titleInSigns) }),
        })),
      }),
      pieces: piecesOf(question.description),
      pictures: question.files.filter(isPicture).map(({ id }) => id),
      attached: question.files.filter((file) => !isPicture(file)).map(({ name }) => name),
    })),
  };
}

const titleInSigns = <Titled extends { title: string }>(titled: Titled): Titled => ({
  ...titled,
  title: inSigns(titled.title),
});

const isPicture = ({ content_type }: { content_type: string }) => /^image\/(png|jpeg)$/.test(content_type);

async function written(
  env: Env,
  db: Db,
  scope: Scope,
  printed: Printed,
  parts: PrintedParts,
  words: Words,
): Promise<FileAnswer> {
  const { company, settings, papers, keys, drawn } = printed;
  // What draws is needed for nothing else.
  const [{ pdf, font }, { drawKey, drawPaper }, { newPen }] = await Promise.all([
    newPdf(env),
    import('./service-drawing.ts'),
    import('./service-pen.ts'),
  ]);
  const title = settings.name;
  pdf.setTitle(title, { showInWindowTitleBar: true });
  pdf.setLanguage(words.locale);
  pdf.setAuthor(company);
  pdf.setCreator(env.PRODUCT_NAME);
  const pieces = piecesOf(settings.description);
  // Whatever a text names: whoever writes one names any number, and a print asks nobody who may see it.
  const own = new Set(papers.flatMap(({ kept }) => kept.flatMap(({ files }) => files.map(({ id }) => id))));
  const wanted = papers.flatMap(({ asked }) => asked.flatMap(picturesOf)).filter((id) => own.has(id));
  const pen = newPen(
    pdf,
    { font, signs: await signsFor(env, pdf) },
    await pictures(env, db, scope, pdf, parts === 'key' ? [] : wanted),
  );
  if (parts !== 'key')
    for (const { letter, asked, sections, kept } of papers) {
      const most = kept.reduce((sum, { score }) => sum + score, 0);
      const terms = [
        words.asked(kept.length + drawn),
        ...(drawn ? [] : [words.most(most)]),
        ...(settings.time_limit ? [words.minutes(settings.time_limit)] : []),
      ].join(' · ');
      const note = drawn ? words.drawn(drawn) : '';
      drawPaper(pen, { company, title, terms, pieces, letter, questions: asked, sections, note }, words);
    }
  if (parts !== 'papers')
    for (const { letter, asked, kept } of papers) {
      const rows = asked.map((question) => {
        const { answers, right, score, credit } = kept.find(({ id }) => id === question.id)!;
        const mended = keys[question.id];
        const key = mended === undefined ? right : mended;
        return { key: keyInWords({ ...question, credit }, answers.map(titleInSigns), key, words), score };
      });
      drawKey(pen, { company, title, letter, rows }, words);
    }
  const which = papers.length === 1 && papers[0]!.letter ? ` — ${papers[0]!.letter}` : '';
  const name = `${inFileName(title)}${which}${parts === 'key' ? ` — ${words.key}` : ''}.pdf`;
  return { name, bytes: Uint8Array.from(await pdf.save()) };
}

const picturesOf = ({ pieces, pictures: own }: DrawnQuestion): number[] => [
  ...pieces.flatMap((piece) => ('media_id' in piece ? piece.media_id : [])),
  ...own,
];

/** Bytes of pictures that one file takes; what is beyond is left out. */
const MOST_BYTES = 12_000_000;

/** The pictures of questions, each once in the file. */
async function pictures(
  env: Env,
  db: Db,
  scope: Scope,
  pdf: PDFDocument,
  ids: readonly number[],
): Promise<Map<number, PDFImage>> {
  const found = new Map<number, PDFImage>();
  if (ids.length === 0) return found;
  const [rows] = await db.run(scope, keysOf([...new Set(ids)]));
  let left = MOST_BYTES;
  for (const { id, key } of rows) {
    const stored = await env.FILES.get(key);
    if (!stored || stored.size > left) continue;
    left -= stored.size;
    const bytes = new Uint8Array(await stored.arrayBuffer());
    const type = photoType(bytes);
    try {
      if (type === 'image/png') found.set(id, await pdf.embedPng(bytes));
      else if (type === 'image/jpeg') found.set(id, await pdf.embedJpg(bytes));
    } catch {
      // A picture that only some programs can read stays on the screen.
    }
  }
  return found;
}

/** Without what no system takes; short, since a name of Cyrillic letters has room for 127 of them. */
const inFileName = (text: string) =>
  [...text.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')].slice(0, 80).join('').trim();
