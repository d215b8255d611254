import { elementsOf, readXml, textOf, within, type XmlElement } from '../../../platform/formats/xml.ts';
import { refuse } from '../../../platform/formats/zip-archive.ts';
import { FILE_LIMIT } from '../../../learning/media/contract.ts';
import { ANSWER_FILES, gapParts, HOTSPOT_PLACES, MEGABYTE } from '../../questions/contract.ts';
import { typedNumber } from '../../questions/question.ts';
import { readCloze, readDragged, type Gaps } from './cloze.ts';
import {
  type Problem,
  type ReadAnswer,
  type ReadQuestion,
  foldersSaying,
  sectionSaying,
  type TruthWords,
  right,
  type LeftOut,
  type Asked,
} from '../exchange.ts';
import { categoriesOf, lastCategory, tagsOf } from '../parts/categories.ts';
import { keptGaps, saying } from '../parts/feedback.ts';
import { areaOfPixels, keptPlaces, sizeOf } from '../parts/places.ts';
import {
  dataPicture,
  fromBase64,
  holdsPicture,
  picturesOf,
  proseOf,
  wordsOf,
  type FindFile,
} from '../parts/prose.ts';
import { filesOf, kindsNamed } from '../parts/upload-terms.ts';
import { isNearMiss, termsOfOne, termsOfSeveral } from '../parts/weights.ts';
import { asHtml, keptIn, termsOf } from '../parts/written.ts';

/**
 * Reads questions from Moodle's own XML. What a question here cannot hold comes with its problem, what is left out of
 * one that can be taken is named.
 * @throws FileRefused for what is no such file
 */
export function readMoodle(bytes: Uint8Array, words: TruthWords): ReadQuestion[] {
  const root = readXml(bytes);
  if (root.name !== 'quiz') refuse('not Moodle XML');
  let place: Pick<ReadQuestion, 'section' | 'folders'> = {};
  return elementsOf(root, 'question').flatMap((question) => {
    if (question.attributes['type'] !== 'category') return { ...questionOf(question, words), ...place };
    place = placeOf(question);
    return [];
  });
}

/** A category as what begins with it: a section of a test, a folder of the bank. */
function placeOf(element: XmlElement): Pick<ReadQuestion, 'section' | 'folders'> {
  const kept = keptIn(element.comments);
  const info = childOf(element, 'info');
  const path = innerText(childOf(element, 'category'));
  return {
    ...foldersSaying(categoriesOf(path)),
    ...sectionSaying(
      kept.title ?? lastCategory(path),
      kept.description ?? (info ? wordsOf(htmlOf(info)) : ''),
    ),
  };
}

function questionOf(element: XmlElement, words: TruthWords): ReadQuestion {
  const named = element.attributes['type'] ?? '';
  const { text, find } = questionText(element);
  const name = wordsOf(innerText(childOf(element, 'name')));
  const kept = keptIn(element.comments);
  const { hasLost, ...prose } = proseOf(withoutGaps(text), find, name);
  const { score, isRounded } = scoreOf(
    childText(element, 'defaultgrade') || childText(element, 'defaultmark'),
  );
  const read: ReadQuestion = {
    line: element.line,
    ...prose,
    type: 'choice',
    credit: 'all',
    match_case: false,
    unit: '',
    gap_text: '',
    multiple_right_answers: false,
    required: false,
    score,
    answers: [],
    problems: [],
    named,
    ...taggedOf(element),
  };
  const own = kept.gaps === undefined ? keptPlaces(kept.places) : gapsAsKept(kept.gaps, kept.gap_feedback);
  const asked = own ?? askedOf(named, element, words);
  if (typeof asked === 'string') return { ...read, title: read.title || name, problems: [asked] };
  const { lost = [], files: added = [], ...found } = asked;
  // Behind those that the text names by their places.
  if (added.length) read.files = [...prose.files, ...added];
  const left_out: LeftOut[] = [
    ...lost,
    ...(hasLost || showsInFeedback(element) ? (['files'] as const) : []),
    ...(isRounded ? (['score'] as const) : []),
    ...(saysMore(element, found.answers) ? (['feedback'] as const) : []),
    ...leftOutOf(element),
  ];
  // The text itself is not what is asked: its gaps would tell what belongs there.
  const shown =
    found.type === 'gaps' && kept.gaps === undefined
      ? { title: name, description: picturesOf(prose.description) }
      : {};
  const said = saying(wordsOf(htmlOf(childOf(element, 'generalfeedback'))));
  return { ...read, ...shown, ...found, ...said, ...termsOf(kept), left_out: [...new Set(left_out)] };
}

const childOf = (element: XmlElement, name: string): XmlElement | undefined => elementsOf(element, name)[0];
const childText = (element: XmlElement, name: string): string => textOf(childOf(element, name)).trim();

/** What stands in the text of an element, as Moodle wraps it. */
const innerText = (element: XmlElement | undefined): string =>
  textOf(element && (childOf(element, 'text') ?? element)).trim();

/** HTML, whatever the format of the text. */
function htmlOf(element: XmlElement | undefined, otherwise = 'html'): string {
  const text = innerText(element);
  const format = element?.attributes['format'] ?? otherwise;
  return format === 'html' || format === 'moodle_auto_format' ? text : `<p>${asHtml(text)}</p>`;
}

const wordsIn = (element: XmlElement): string => wordsOf(htmlOf(element));

function questionText(element: XmlElement): { text: string; find: FindFile } {
  const asked = childOf(element, 'questiontext');
  const files = new Map(
    elementsOf(asked ?? element, 'file').map((file) => {
      const path = `${file.attributes['path'] ?? '/'}${file.attributes['name'] ?? ''}`.replace(/^\//, '');
      return [path, file] as const;
    }),
  );
  // The way of Moodle 1.
  const old = childText(element, 'image');
  const packed = childOf(element, 'image_base64');
  if (old && packed) files.set(old, packed);
  const read = new Map<string, ReturnType<FindFile>>();
  const find: FindFile = (address) => {
    if (address.startsWith('data:')) return dataPicture(address);
    if (!address.startsWith('@@PLUGINFILE@@/')) return null;
    const path = decoded(address.slice('@@PLUGINFILE@@/'.length).replace(/[?#].*$/s, ''));
    const file = files.get(path);
    if (!read.has(path)) {
      const bytes = file && fromBase64(textOf(file));
      read.set(path, bytes ? { name: path.slice(path.lastIndexOf('/') + 1), bytes } : null);
    }
    return read.get(path)!;
  };
  const picture = old && packed ? `<p><img src="@@PLUGINFILE@@/${encodeURIComponent(old)}"></p>` : '';
  return { text: htmlOf(asked) + picture, find };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A whole number of points; what is none is rounded. */
function scoreOf(text: string): { score: number; isRounded: boolean } {
  const given = text === '' ? 1 : Number(text);
  if (!Number.isFinite(given) || given < 0) return { score: 1, isRounded: true };
  const score = given === 0 ? 0 : Math.max(1, Math.round(given));
  return { score, isRounded: score !== given };
}

/** What is told to whoever gives an answer. */
const saidOf = (answer: XmlElement) => saying(wordsOf(htmlOf(childOf(answer, 'feedback'))));

/** Feedback is words alone here: what it shows besides stays behind. */
const showsInFeedback = (element: XmlElement): boolean =>
  [...within(element, 'feedback'), ...elementsOf(element, 'generalfeedback')].some((each) =>
    holdsPicture(htmlOf(each)),
  );

/** What Moodle writes by itself of a whole answer, in English and Ukrainian. */
const BY_ITSELF =
  /^(your answer is (partially )?(in)?correct|ваша відповідь (частково )?(не)?правильна)\.?$/i;
const OF_THE_WHOLE = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'];

/** Whether some feedback has no answer here to be told of. */
function saysMore(element: XmlElement, answers: readonly ReadAnswer[]): boolean {
  const texts = within(element, 'feedback').filter((each) => wordsIn(each) !== '');
  if (texts.length > answers.filter(({ feedback }) => feedback).length) return true;
  const wholes = OF_THE_WHOLE.map((name) => childOf(element, name)).filter((each) => each !== undefined);
  return wholes.some((each) => wordsIn(each) !== '' && !BY_ITSELF.test(wordsIn(each)));
}

/** Its tags, those of its course among them. */
function taggedOf(element: XmlElement): Pick<ReadQuestion, 'tags'> {
  const tags = tagsOf(within(element, 'tag').map(innerText));
  return tags.length ? { tags } : {};
}

/** What a question says that none here can hold. */
function leftOutOf(element: XmlElement): LeftOut[] {
  const penalty = Number(childText(element, 'penalty') || 0);
  const hasHints = elementsOf(element, 'hint').length > 0;
  // What Moodle writes when nobody chose one counts in tries that are not here either.
  const byItself = element.attributes['type'] === 'truefalse' ? 1 : 1 / 3;
  return [
    ...(hasHints ? (['hints'] as const) : []),
    ...(penalty > 0 && (hasHints || Math.abs(penalty - byItself) > 0.001) ? (['penalty'] as const) : []),
  ];
}

function askedOf(named: string, element: XmlElement, words: TruthWords): Asked {
  switch (named) {
    case 'multichoice':
    case 'multichoiceset':
    case 'oumultiresponse':
      return choiceOf(element);
    case 'truefalse':
      return truthOf(element, words);
    case 'shortanswer':
      return textsOf(element);
    case 'numerical':
      return numbersOf(element);
    case 'matching':
    case 'match':
    case 'ddmatch':
      return pairsOf(element);
    case 'ordering':
      return orderOf(element);
    case 'cloze':
    case 'multianswer':
      return gapsOf(readCloze(htmlOf(childOf(element, 'questiontext'))));
    case 'gapselect':
      return gapsOf(
        readDragged(htmlOf(childOf(element, 'questiontext')), optionsOf(element, 'selectoption')),
      );
    case 'ddwtos':
      return gapsOf(readDragged(htmlOf(childOf(element, 'questiontext')), optionsOf(element, 'dragbox')));
    case 'essay':
      return essayOf(element);
    case 'ddmarker':
      return markersOf(element);
    case 'description':
      return 'text_only';
    default:
      return 'unsupported_type';
  }
}

const percentOf = ({ attributes }: XmlElement): number => Number(attributes['fraction'] ?? 0) || 0;
function choiceOf(element: XmlElement): Asked {
  // What our own note says is what the weights stand for.
  const own = keptIn(element.comments).credit;
  const choices = elementsOf(element, 'answer');
  if (choices.some((choice) => holdsPicture(htmlOf(choice)))) return 'picture_answer';
  const isOf = (type: string) => element.attributes['type'] === type;
  const several =
    isOf('multichoiceset') || isOf('oumultiresponse') || /^(false|0)$/i.test(childText(element, 'single'));
  const shares = choices.map(percentOf);
  if (several) {
    // That type knows no parts, and no other weights.
    const { credit, lost } = isOf('multichoiceset')
      ? { credit: 'all' as const, lost: [] }
      : termsOfSeveral(shares);
    return {
      multiple_right_answers: true,
      credit,
      answers: choices.map((choice, at) => ({
        title: wordsIn(choice),
        is_right_answer: shares[at]! > 0,
        ...saidOf(choice),
      })),
      lost: own ? [] : lost,
    };
  }
  const whole = shares.filter((share) => share > 99.5).length;
  if (whole > 1) return 'alternatives';
  if (whole === 0) return 'no_right_answer';
  const { credit, lost } = termsOfOne(shares);
  return {
    credit,
    answers: choices.map((choice, at) => {
      const percent = Math.max(1, Math.round(shares[at]!));
      return {
        title: wordsIn(choice),
        is_right_answer: shares[at]! > 99.5,
        ...(isNearMiss(shares[at]!) && { percent }),
        ...saidOf(choice),
      };
    }),
    lost: own ? [] : lost,
  };
}

function truthOf(element: XmlElement, words: TruthWords): Asked {
  const rights = elementsOf(element, 'answer').filter((answer) => percentOf(answer) > 0);
  const isTrue = /^true$/i.test(innerText(rights[0]));
  if (rights.length !== 1) return 'no_right_answer';
  const said = (is: RegExp) => {
    const answer = elementsOf(element, 'answer').find((each) => is.test(innerText(each)));
    return answer ? saidOf(answer) : {};
  };
  return {
    answers: [
      { title: words.right, is_right_answer: isTrue, ...said(/^true$/i) },
      { title: words.wrong, is_right_answer: !isTrue, ...said(/^false$/i) },
    ],
  };
}

/** What a typed answer gives of the score, where it is not all of it. */
const shareOf = (answer: XmlElement): Pick<ReadAnswer, 'percent'> => {
  const percent = percentOf(answer);
  return percent >= 99.5 ? {} : { percent: Math.max(1, Math.round(percent)) };
};

function textsOf(element: XmlElement): Asked {
  const accepted = elementsOf(element, 'answer').filter((answer) => percentOf(answer) > 0);
  if (accepted.length === 0) return 'no_right_answer';
  return {
    type: 'short_answer',
    match_case: childText(element, 'usecase') === '1',
    answers: accepted.map((answer) => ({
      ...right(innerText(answer)),
      ...shareOf(answer),
      ...saidOf(answer),
    })),
  };
}

function numbersOf(element: XmlElement): Asked {
  const accepted = elementsOf(element, 'answer').filter(
    (answer) => percentOf(answer) > 0 && innerText(answer) !== '*',
  );
  if (accepted.length === 0) return 'no_right_answer';
  const units = within(element, 'unit').filter((unit) => childText(unit, 'unit_name') !== '');
  const own = units.find((unit) => Number(childText(unit, 'multiplier') || 1) === 1);
  const answers = accepted.map((answer) => {
    const kept = keptIn(answer.comments);
    const tolerance = kept.tolerance ?? childText(answer, 'tolerance');
    return {
      ...right(kept.title ?? innerText(answer)),
      ...shareOf(answer),
      ...(Number(tolerance) === 0 ? {} : { tolerance }),
      ...saidOf(answer),
    };
  });
  if (answers.some(({ title }) => typedNumber(title) === null)) return 'not_number';
  return {
    type: 'number',
    unit: own ? childText(own, 'unit_name').slice(0, 20) : '',
    answers,
    lost: units.length > (own ? 1 : 0) ? ['units'] : [],
  };
}

function pairsOf(element: XmlElement): Asked {
  const pairs = elementsOf(element, 'subquestion');
  if (pairs.some((pair) => holdsPicture(htmlOf(pair)))) return 'picture_answer';
  return {
    type: 'matching',
    credit: 'parts',
    answers: pairs.map((pair) => {
      const title = wordsIn(pair);
      return { title, is_right_answer: title !== '', match: wordsOf(innerText(childOf(pair, 'answer'))) };
    }),
  };
}

function orderOf(element: XmlElement): Asked {
  const items = elementsOf(element, 'answer');
  if (items.some((item) => holdsPicture(htmlOf(item)))) return 'picture_answer';
  const grading = childText(element, 'gradingtype');
  return {
    type: 'ordering',
    credit: grading === 'ALL_OR_NOTHING' || grading === '-1' ? 'all' : 'parts',
    answers: items.map((item) => right(wordsIn(item))),
  };
}

/** Files to be marked by hand. */
function uploadOf(element: XmlElement): Asked {
  const kept = keptIn(element.comments).files;
  const [attachments, bytes] = ['attachments', 'maxbytes'].map(
    (name) => Number(childText(element, name)) || 0,
  ) as [number, number];
  const megabytes = Math.min(FILE_LIMIT / MEGABYTE, Math.ceil(bytes / MEGABYTE));
  return {
    type: 'upload',
    work:
      kept === undefined
        ? {
            max_files: attachments < 0 ? ANSWER_FILES : Math.min(ANSWER_FILES, Math.max(1, attachments)),
            file_kinds: kindsNamed(childText(element, 'filetypeslist')),
            ...(megabytes > 0 && { max_megabytes: megabytes }),
          }
        : filesOf(kept),
    marking: { note: wordsOf(htmlOf(childOf(element, 'graderinfo'))).slice(0, 5000) },
    answers: [],
  };
}

/** What is to be marked by hand: a text, or files alone. */
function essayOf(element: XmlElement): Asked {
  if (childText(element, 'responseformat') === 'noinline') return uploadOf(element);
  const words = (name: string) => Math.min(20_000, Math.round(Number(childText(element, name)) || 0));
  const [min_words, max_words] = [words('minwordlimit'), words('maxwordlimit')];
  return {
    type: 'essay',
    work: { ...(min_words > 0 && { min_words }), ...(max_words > 0 && { max_words }) },
    marking: { note: wordsOf(htmlOf(childOf(element, 'graderinfo'))).slice(0, 5000) },
    answers: [],
  };
}

const optionsOf = (element: XmlElement, name: string) =>
  elementsOf(element, name).map((option) => ({
    title: wordsOf(innerText(option)),
    group: childText(option, 'group') || '1',
  }));

/** Moodle gives each gap its part. */
function gapsOf(read: Gaps | Problem): Asked {
  if (typeof read === 'string') return read;
  if (read.isNoNumber) return 'not_number';
  const { isUneven, hasLost, isNoNumber: _, ...gaps } = read;
  const filled = new Set(gaps.answers.flatMap(({ gap, is_right_answer }) => (is_right_answer ? [gap] : [])));
  if (gapParts(gaps.gap_text).some((part) => typeof part === 'number' && !filled.has(part)))
    return 'no_right_answer';
  const lost: LeftOut[] = [
    ...(isUneven ? (['weights'] as const) : []),
    ...(hasLost ? (['feedback'] as const) : []),
  ];
  return { type: 'gaps', credit: 'parts', ...gaps, lost };
}

const gapsAsKept = (gaps: string, feedback: string | undefined): Asked => ({
  type: 'gaps',
  credit: 'parts',
  ...keptGaps(gaps, feedback),
});

/** Markers of one name are places; several names to be told apart are another question. */
function markersOf(element: XmlElement): Asked {
  const zones = elementsOf(element, 'drop');
  if (new Set(zones.map((zone) => childText(zone, 'choice'))).size > 1) return 'several_labels';
  const file = childOf(element, 'file');
  const bytes = file && fromBase64(textOf(file));
  if (!file || !bytes) return 'no_picture';
  const size = sizeOf(bytes);
  const number = childText(zones[0] ?? element, 'choice');
  const marker = elementsOf(element, 'drag').find((drag) => childText(drag, 'no') === number);
  const name = marker ? wordsOf(innerText(marker)) : '';
  const titleOf = (at: number) => (zones.length > 1 || name === '' ? `${name} ${at + 1}`.trim() : name);
  const answers = zones.flatMap((zone, at): ReadAnswer[] => {
    const [one = '', ...rest] = childText(zone, 'coords').split(';');
    const numbers = [one, ...rest].flatMap((pair) => pair.split(',').map(Number));
    const [x = 0, y = 0, w = 0, h = 0] = numbers;
    const area =
      childText(zone, 'shape') === 'rectangle'
        ? areaOfPixels('rect', [x, y, x + w, y + h], size)
        : areaOfPixels(childText(zone, 'shape') === 'circle' ? 'circle' : 'poly', numbers, size);
    return area ? [{ ...right(titleOf(at)), area }] : [];
  });
  if (answers.length === 0) return 'no_right_answer';
  return {
    type: 'hotspot',
    credit: 'parts',
    hotspot: { places: Math.min(answers.length, HOTSPOT_PLACES), alt: '' },
    answers,
    files: [{ name: file.attributes['name'] ?? 'picture.png', bytes, kind: 'attachment' }],
  };
}

/** What is asked of a text with gaps, without the text itself. */
function withoutGaps(html: string): string {
  const start = html.indexOf('<p class="osnova-gaps">');
  const end = html.indexOf('</p>', start);
  return start < 0 || end < 0 ? html : html.slice(0, start) + html.slice(end + 4);
}
