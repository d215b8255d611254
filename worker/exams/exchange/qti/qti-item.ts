import { elementsOf, textOf, within, type XmlElement } from '../../../platform/formats/xml.ts';
import { escapeXml } from '../../../platform/formats/xml-writer.ts';
import { HOTSPOT_PLACES } from '../../questions/contract.ts';
import { typedNumber } from '../../questions/question.ts';
import { saying, withFeedback } from '../parts/feedback.ts';
import { type ReadAnswer, type ReadQuestion, right, type LeftOut, type Asked } from '../exchange.ts';
import { addNumber, readMarkedGaps } from '../parts/marked-gaps.ts';
import { areaOfPixels, keptPlaces, sizeOf } from '../parts/places.ts';
import { gapsProse, holdsPicture, proseOf, wordsOf, type FindFile } from '../parts/prose.ts';
import { htmlOf, interactionsIn, wordsIn } from './qti-prose.ts';
import { filesOf, kindsNamed } from '../parts/upload-terms.ts';
import { keptIn, termsOf, type Kept } from '../parts/written.ts';

/** The names of QTI 3 as QTI 2 has them: `qti-item-body` is `itemBody`. */
export function asQti2(element: XmlElement): XmlElement {
  const isOurs = element.name.startsWith('qti-');
  const camel = (name: string) => name.replace(/-([a-z0-9])/g, (_, sign: string) => sign.toUpperCase());
  return {
    ...element,
    name: isOurs ? camel(element.name.slice(4)) : element.name,
    attributes: isOurs
      ? Object.fromEntries(Object.entries(element.attributes).map(([key, value]) => [camel(key), value]))
      : element.attributes,
    children: element.children.map((child) => (typeof child === 'string' ? child : asQti2(child))),
  };
}

/** What an item declares of one response. */
interface Declared {
  cardinality: string;
  baseType: string;
  correct: string[];
  /** The most that all of it gives, where that is said. */
  most: number;
  mapped: { key: string; value: number; isCased: boolean }[];
  /** Areas of a picture that give something, in pixels. */
  areas: { shape: string; pixels: number[]; value: number }[];
}

function declaredOf(item: XmlElement, id: string): Declared {
  const element = elementsOf(item, 'responseDeclaration').find(
    ({ attributes }) => attributes['identifier'] === id,
  );
  const { cardinality = 'single', baseType = 'identifier' } = element?.attributes ?? {};
  const correct = element
    ? within(element, 'correctResponse').flatMap((each) => elementsOf(each, 'value'))
    : [];
  const entries = element ? within(element, 'mapEntry') : [];
  const mapping = element && elementsOf(element, 'mapping')[0];
  return {
    cardinality,
    baseType,
    most: Number(mapping?.attributes['upperBound'] ?? 0) || 0,
    correct: correct.map((value) => textOf(value).trim()),
    mapped: entries.map(({ attributes }) => ({
      key: (attributes['mapKey'] ?? '').trim(),
      value: Number(attributes['mappedValue'] ?? 0),
      isCased: attributes['caseSensitive'] !== 'false',
    })),
    areas: (element ? within(element, 'areaMapEntry') : []).map(({ attributes }) => ({
      shape: attributes['shape'] ?? '',
      pixels: numbersIn(attributes['coords']),
      value: Number(attributes['mappedValue'] ?? 0),
    })),
  };
}

const numbersIn = (coords = ''): number[] =>
  coords
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);

/** An item as it is read, with what its parts need of it. */
interface Item {
  item: XmlElement;
  body: XmlElement;
  interactions: XmlElement[];
  find: FindFile;
  /** Whether what is mapped counts. */
  isMapped: boolean;
  /** Whether the answer is compared with the right one as a whole. */
  isMatched: boolean;
}

/** Reads an item, with names as QTI 2 has them. */
export function readItem(item: XmlElement, line: number, find: FindFile): ReadQuestion {
  const body = elementsOf(item, 'itemBody')[0] ?? { ...item, children: [] };
  const processing = elementsOf(item, 'responseProcessing')[0];
  const template = processing?.attributes['template'] ?? '';
  const read: Item = {
    item,
    body,
    interactions: interactionsIn(body),
    find,
    isMapped:
      /map_response/.test(template) || (processing ? within(processing, 'mapResponse').length > 0 : false),
    isMatched: /match_correct/.test(template),
  };
  const kept = keptIn(item.comments);
  const name = wordsOf(escapeXml(item.attributes['title'] ?? ''));
  const own = kept.gaps === undefined ? keptPlaces(kept.places) : keptGaps(kept.gaps);
  const asked = own ?? withRulesNamed(askedOf(read), item);
  const isGaps = typeof asked !== 'string' && asked.type === 'gaps';
  const html = withLook(htmlOf(body), kept.description);
  const { hasLost, gap_text, ...prose } =
    isGaps && kept.gaps === undefined
      ? gapsProse(html, find, name)
      : { gap_text: undefined, ...proseOf(html, find, name) };
  const question: ReadQuestion = {
    line,
    ...prose,
    title: prose.title || name,
    type: 'choice',
    credit: 'all',
    match_case: false,
    unit: '',
    gap_text: gap_text ?? '',
    multiple_right_answers: false,
    required: false,
    score: 1,
    answers: [],
    problems: [],
    named: read.interactions[0]?.name ?? '',
  };
  if (typeof asked === 'string') return { ...question, problems: [asked] };
  const { lost = [], files: added = [], ...found } = asked;
  // Behind those that the text names by their places.
  if (added.length) question.files = [...(question.files ?? []), ...added];
  const said = feedbackIn(read, found.answers);
  const left_out = [
    ...lost,
    ...(hasLost ? (['files'] as const) : []),
    ...(said.hasLost ? (['feedback'] as const) : []),
    ...leftOutOf(item),
  ];
  const told = { answers: said.answers, ...saying(said.general) };
  return {
    ...question,
    ...found,
    ...told,
    ...scoreOf(item),
    ...termsOf(kept),
    left_out: [...new Set(left_out)],
  };
}

/** Feedback of a choice by its id or within it, as it was written here of what is accepted, and of the question. */
function feedbackIn({ item, interactions }: Item, answers: ReadAnswer[]) {
  const told = ['feedbackInline', 'feedbackBlock', 'modalFeedback']
    .flatMap((name) => within(item, name))
    .map((element) => ({ element, name: idOf(element), text: wordsIn(element) }))
    .filter(({ text }) => text !== '');
  const choices =
    interactions[0]?.name === 'choiceInteraction' ? elementsOf(interactions[0], 'simpleChoice') : [];
  const taken = new Set<(typeof told)[number]>();
  const textFor = (fits: (one: (typeof told)[number]) => boolean) => {
    const found = told.filter((one) => !taken.has(one) && fits(one));
    for (const one of found) taken.add(one);
    return found.map(({ text }) => text).join('\n');
  };
  const texts = answers.map((_, at) => {
    const choice = choices[at];
    if (!choice) return textFor(({ name }) => name === `answer_${at + 1}`);
    const inline = within(choice, 'feedbackInline');
    return textFor(({ element, name }) => name === idOf(choice) || inline.includes(element));
  });
  const general = textFor(({ name }) => name === 'general');
  return { answers: withFeedback(answers, texts), general, hasLost: taken.size < told.length };
}

/** The text below a question as it was written, where the item could not hold its look. */
function withLook(html: string, description: string | undefined): string {
  const start = html.indexOf('<div class="osnova-text">');
  const end = html.lastIndexOf('</div>');
  if (description === undefined || start < 0 || end < start) return html;
  return `${html.slice(0, start)}<div class="osnova-text">${description}${html.slice(end)}`;
}

function scoreOf(item: XmlElement): Partial<Pick<ReadQuestion, 'score'>> {
  const declared = elementsOf(item, 'outcomeDeclaration').find(
    ({ attributes }) => attributes['identifier'] === 'MAXSCORE',
  );
  const score = Number(textOf(declared && within(declared, 'value')[0]) || Number.NaN);
  return Number.isFinite(score) && score >= 0
    ? { score: score === 0 ? 0 : Math.max(1, Math.round(score)) }
    : {};
}

function leftOutOf(item: XmlElement): LeftOut[] {
  const has = (...names: string[]) => names.some((name) => within(item, name).length > 0);
  return [
    ...(has('endAttemptInteraction') ? (['hints'] as const) : []),
    ...(has('math') ? (['formulas'] as const) : []),
    ...(has('assessmentStimulusRef', 'include', 'mediaInteraction') ? (['files'] as const) : []),
  ];
}

/** Where nothing is right because that stands in the rules of the item alone, this is the reason. */
const withRulesNamed = (asked: Asked, item: XmlElement): Asked =>
  asked === 'no_right_answer' &&
  within(item, 'responseIf').length > 0 &&
  !['correctResponse', 'mapEntry', 'areaMapEntry'].some((name) => within(item, name).length > 0)
    ? 'key_in_rules'
    : asked;

function askedOf(read: Item): Asked {
  const { item, interactions } = read;
  const [first] = interactions;
  if (item.attributes['adaptive'] === 'true' || elementsOf(item, 'templateDeclaration').length > 0)
    return 'changing_item';
  if (!first) return 'text_only';
  const names = new Set(interactions.map(({ name }) => name));
  const isText = [...names].every(
    (name) => name === 'textEntryInteraction' || name === 'inlineChoiceInteraction',
  );
  if (isText && (interactions.length > 1 || first.name === 'inlineChoiceInteraction')) return gapsOf(read);
  if (interactions.length > 1) return 'several_interactions';
  const declared = declaredOf(item, first.attributes['responseIdentifier'] ?? '');
  switch (first.name) {
    case 'choiceInteraction':
      return choiceOf(read, declared, elementsOf(first, 'simpleChoice'));
    case 'hottextInteraction':
      return choiceOf(read, declared, within(first, 'hottext'));
    case 'textEntryInteraction':
    // A number that is set along a line; here it is typed.
    case 'sliderInteraction':
      return typedOf(read, declared);
    case 'orderInteraction':
      return orderOf(read, declared, first);
    case 'matchInteraction':
      return pairsOf(read, declared, first);
    case 'gapMatchInteraction':
      return gapMatchOf(declared, first);
    case 'hotspotInteraction':
      return hotspotsOf(read, declared, first);
    case 'selectPointInteraction':
      return pointsOf(read, declared, first);
    case 'extendedTextInteraction':
      return essayOf(item, keptIn(item.comments));
    case 'uploadInteraction':
      return uploadOf(item, first, keptIn(item.comments));
    default:
      return 'unsupported_type';
  }
}

const idOf = ({ attributes }: XmlElement): string => attributes['identifier'] ?? '';
const isPictured = (element: XmlElement): boolean =>
  holdsPicture(htmlOf(element)) || within(element, 'math').length > 0;
const keptGaps = (gaps: string): Asked => ({ type: 'gaps', credit: 'parts', ...readMarkedGaps(gaps) });

/** Percent of the best, of what is mapped. */
function shareOf({ mapped, most }: Declared, key: string): number {
  const best = Math.max(most, ...mapped.map(({ value }) => value));
  const value = mapped.find((entry) => entry.key === key)?.value ?? 0;
  return best > 0 ? Math.round((100 * value) / best) : 0;
}

/** What is right: what is said to be, else what is mapped to something. */
const rightOf = ({ correct, mapped }: Declared): string[] =>
  correct.length > 0 ? correct : mapped.filter(({ value }) => value > 0).map(({ key }) => key);

function choiceOf({ isMapped }: Item, declared: Declared, choices: XmlElement[]): Asked {
  if (choices.some(isPictured)) return 'picture_answer';
  const several = declared.cardinality === 'multiple';
  const best = (key: string) => shareOf(declared, key) >= 100;
  const rights =
    several || declared.correct.length
      ? rightOf(declared)
      : declared.mapped.map(({ key }) => key).filter(best);
  if (!choices.some((choice) => rights.includes(idOf(choice)))) return 'no_right_answer';
  if (!several && rights.length > 1) return 'alternatives';
  const values = declared.mapped.filter(({ value }) => value > 0).map(({ value }) => value);
  const isUneven =
    several && isMapped && values.some((value) => Math.abs(value - values[0]!) > 0.01 * values[0]!);
  const near = (key: string) => (isMapped && !several ? shareOf(declared, key) : 0);
  const answers = choices.map((choice): ReadAnswer => {
    const is_right_answer = rights.includes(idOf(choice));
    const percent = is_right_answer ? 0 : near(idOf(choice));
    return { title: wordsIn(choice), is_right_answer, ...(percent > 0 && percent < 100 && { percent }) };
  });
  const gives = several ? isMapped : answers.some(({ percent }) => percent !== undefined);
  return {
    multiple_right_answers: several,
    credit: gives ? 'parts' : 'all',
    answers,
    lost: isUneven ? ['weights'] : [],
  };
}

const isNumber = ({ baseType }: Declared): boolean => baseType === 'float' || baseType === 'integer';

function typedOf({ item }: Item, declared: Declared): Asked {
  const { correct, mapped } = declared;
  const accepted = mapped.filter(({ value }) => value > 0);
  const titles = accepted.length > 0 ? accepted.map(({ key }) => key) : correct;
  if (titles.length === 0) return 'no_right_answer';
  const answers = titles.map((title) => {
    const percent = accepted.length > 0 ? shareOf(declared, title) : 100;
    return { ...right(title), ...(percent > 0 && percent < 100 && { percent }) };
  });
  if (!isNumber(declared)) {
    const isCased = accepted.length > 0 ? accepted.some((entry) => entry.isCased) : true;
    return { type: 'short_answer', match_case: isCased, answers };
  }
  const ours = within(item, 'equal').flatMap((equal) => keptNumber(equal));
  const numbers = ours.length > 0 ? ours : answers.map((answer) => ({ ...answer, ...toleranceOf(item) }));
  return numbers.every(({ title }) => typedNumber(title) !== null)
    ? { type: 'number', answers: numbers }
    : 'not_number';
}

/** How far off a number may be, as the item compares it. */
function toleranceOf(item: XmlElement): Pick<ReadAnswer, 'tolerance'> {
  const equal = within(item, 'equal').find(({ attributes }) =>
    /^(absolute|relative)$/.test(attributes['toleranceMode'] ?? ''),
  );
  const off = equal?.attributes['tolerance']?.trim().split(/\s+/)[0] ?? '';
  if (!equal || !(Number(off) > 0)) return {};
  return { tolerance: equal.attributes['toleranceMode'] === 'relative' ? `${off}%` : off };
}

/** A number that was written here: its title, tolerance and part stand beside what compares it. */
function keptNumber(equal: XmlElement): ReadAnswer[] {
  const { title, tolerance, percent } = keptIn(equal.comments);
  return title === undefined
    ? []
    : [{ ...right(title), ...(tolerance && { tolerance }), ...(percent && { percent }) }];
}

function orderOf({ item, isMatched }: Item, { correct }: Declared, interaction: XmlElement): Asked {
  const choices = elementsOf(interaction, 'simpleChoice');
  if (choices.some(isPictured)) return 'picture_answer';
  const ordered = correct.flatMap((id) => choices.find((choice) => idOf(choice) === id) ?? []);
  const isByPlace = within(item, 'index').length > 0;
  if (ordered.length < 2 || ordered.length !== choices.length) return 'no_right_answer';
  return {
    type: 'ordering',
    credit: isByPlace ? 'parts' : 'all',
    answers: ordered.map((choice) => right(wordsIn(choice))),
    lost: isMatched || isByPlace ? [] : ['weights'],
  };
}

function pairsOf({ isMapped }: Item, declared: Declared, interaction: XmlElement): Asked {
  const [sources = [], targets = []] = elementsOf(interaction, 'simpleMatchSet').map((set) =>
    elementsOf(set, 'simpleAssociableChoice'),
  );
  if ([...sources, ...targets].some(isPictured)) return 'picture_answer';
  const pairs = rightOf(declared).map((pair) => pair.split(/\s+/));
  const matches = sources.map((source) =>
    pairs.filter(([from]) => from === idOf(source)).map(([, to]) => to),
  );
  // Each is asked for one match here; what has none or several is another question.
  if (matches.some(({ length }) => length !== 1)) return 'several_matches';
  const titleOf = (id: string | undefined) => {
    const found = targets.find((target) => idOf(target) === id);
    return found ? wordsIn(found) : '';
  };
  const used = new Set(matches.flat());
  const rest = targets.filter((target) => !used.has(idOf(target)));
  return {
    type: 'matching',
    credit: isMapped ? 'parts' : 'all',
    answers: [
      ...sources.map((source, at) => ({ ...right(wordsIn(source)), match: titleOf(matches[at]![0]) })),
      ...rest.map((target) => ({ title: '', is_right_answer: false, match: wordsIn(target) })),
    ],
  };
}

/** Gaps that are typed or chosen where they stand. */
function gapsOf({ item, interactions, isMapped }: Item): Asked {
  const answers: ReadAnswer[] = [];
  for (const [at, interaction] of interactions.entries()) {
    const declared = declaredOf(item, interaction.attributes['responseIdentifier'] ?? '');
    const gap = at + 1;
    const rights = rightOf(declared);
    if (rights.length === 0) return 'no_right_answer';
    const choices = elementsOf(interaction, 'inlineChoice');
    if (choices.some(isPictured)) return 'picture_answer';
    if (choices.length > 0)
      for (const choice of choices)
        answers.push({ title: wordsIn(choice), is_right_answer: rights.includes(idOf(choice)), gap });
    else {
      if (isNumber(declared) && toleranceOf(item).tolerance) return 'gap_tolerance';
      const titles =
        isMapped && declared.mapped.length
          ? declared.mapped.filter(({ value }) => value > 0).map(({ key }) => key)
          : rights;
      for (const title of titles) {
        const percent = declared.mapped.length ? shareOf(declared, title) : 100;
        const answer = { ...right(title), ...(percent > 0 && percent < 100 && { percent }), gap };
        if (isNumber(declared)) addNumber(answers, answer);
        else answers.push(answer);
      }
    }
  }
  return { type: 'gaps', credit: 'parts', answers };
}

/** Gaps into which words of one list are put. */
function gapMatchOf(declared: Declared, interaction: XmlElement): Asked {
  const words = elementsOf(interaction, 'gapText');
  if (elementsOf(interaction, 'gapImg').length > 0 || words.some(isPictured)) return 'picture_answer';
  const pairs = rightOf(declared).map((pair) => pair.split(/\s+/));
  const gaps = within(interaction, 'gap');
  const answers = gaps.flatMap((gap, at) => {
    const rights = pairs.filter(([, to]) => to === idOf(gap)).map(([from]) => from);
    return words.map((word): ReadAnswer => ({
      title: wordsIn(word),
      is_right_answer: rights.includes(idOf(word)),
      gap: at + 1,
    }));
  });
  const isAnswered = gaps.every((_, at) =>
    answers.some(({ gap, is_right_answer }) => gap === at + 1 && is_right_answer),
  );
  return gaps.length > 0 && isAnswered ? { type: 'gaps', credit: 'parts', answers } : 'no_right_answer';
}

/** The picture of an interaction, and its size as the item draws on it. */
function shownIn(interaction: XmlElement, find: FindFile) {
  const shown = [...within(interaction, 'object'), ...within(interaction, 'img')][0];
  const { data, src, width, height } = shown?.attributes ?? {};
  const file = find(data ?? src ?? '');
  if (!file) return null;
  const natural = sizeOf(file.bytes);
  const size = { width: Number(width) || natural.width, height: Number(height) || natural.height };
  return { size, file: { ...file, kind: 'attachment' as const } };
}

/** Of places asked for: as many as may be chosen, else as many as are right. */
const placesOf = ({ attributes }: XmlElement, rights: number): number =>
  Math.min(Number(attributes['maxChoices'] ?? 1) || rights, rights, HOTSPOT_PLACES);

/** Areas that are chosen from: here nothing tells where they are before the end. */
function hotspotsOf({ isMapped, find }: Item, declared: Declared, interaction: XmlElement): Asked {
  const shown = shownIn(interaction, find);
  if (!shown) return 'no_picture';
  const rights = rightOf(declared);
  const answers = elementsOf(interaction, 'hotspotChoice').flatMap((choice): ReadAnswer[] => {
    const { shape = '', coords, hotspotLabel } = choice.attributes;
    const area = areaOfPixels(shape, numbersIn(coords), shown.size);
    const is_right_answer = rights.includes(idOf(choice));
    const percent = isMapped && !is_right_answer ? shareOf(declared, idOf(choice)) : 0;
    const near = percent > 0 && percent < 100 && { percent };
    return area ? [{ title: hotspotLabel || idOf(choice), is_right_answer, ...near, area }] : [];
  });
  const right_ones = answers.filter(({ is_right_answer }) => is_right_answer).length;
  if (right_ones === 0) return 'no_right_answer';
  const hotspot = { places: placesOf(interaction, right_ones), alt: '' };
  return { type: 'hotspot', credit: isMapped ? 'parts' : 'all', hotspot, answers, files: [shown.file] };
}

/** Points that are set anywhere, and areas that say what they give. */
function pointsOf({ find }: Item, { areas }: Declared, interaction: XmlElement): Asked {
  const shown = shownIn(interaction, find);
  if (!shown) return 'no_picture';
  const best = Math.max(0, ...areas.map(({ value }) => value));
  const answers = areas.flatMap(({ shape, pixels, value }, at): ReadAnswer[] => {
    const area = areaOfPixels(shape, pixels, shown.size);
    const is_right_answer = best > 0 && value === best;
    const percent = best > 0 ? Math.round((100 * value) / best) : 0;
    const near = !is_right_answer && percent > 0 && percent < 100 && { percent };
    return area ? [{ title: String(at + 1), is_right_answer, ...near, area }] : [];
  });
  const right_ones = answers.filter(({ is_right_answer }) => is_right_answer).length;
  if (right_ones === 0) return 'no_right_answer';
  const hotspot = { places: placesOf(interaction, right_ones), alt: '' };
  return { type: 'hotspot', credit: 'parts', hotspot, answers, files: [shown.file] };
}

function essayOf(item: XmlElement, { min_words, max_words }: Kept): Asked {
  return {
    type: 'essay',
    work: { ...(min_words && { min_words }), ...(max_words && { max_words }) },
    marking: noteOf(item),
    answers: [],
  };
}

/** A file, of the type that the item names, if it does. */
function uploadOf(item: XmlElement, { attributes }: XmlElement, { files }: Kept): Asked {
  return {
    type: 'upload',
    work: files === undefined ? { file_kinds: kindsNamed(attributes['type'] ?? '') } : filesOf(files),
    marking: noteOf(item),
    answers: [],
  };
}

/** What the item tells those who mark it. */
function noteOf(item: XmlElement): { note: string } {
  const rubric = within(item, 'rubricBlock').find(({ attributes }) =>
    /scorer/.test(attributes['view'] ?? ''),
  );
  return { note: rubric ? wordsIn(rubric).slice(0, 5000) : '' };
}
