import { FILE_LIMIT } from '../../../learning/media/contract.ts';
import {
  ANSWER_FILES,
  FILE_KINDS,
  KIND_EXTENSIONS,
  MEGABYTE,
  type FileKind,
  type Work,
} from '../../questions/contract.ts';

type Files = Pick<Work, 'max_files' | 'file_kinds' | 'max_megabytes'>;

/** Kinds of files in the words of sheets and notes; any of our languages is read. */
export const KIND_WORDS = {
  uk: { documents: 'документи', pictures: 'зображення', recordings: 'аудіо та відео', others: 'інші' },
  en: { documents: 'documents', pictures: 'pictures', recordings: 'sound and video', others: 'others' },
  de: { documents: 'Dokumente', pictures: 'Bilder', recordings: 'Ton und Video', others: 'andere' },
} as const satisfies Record<string, Record<FileKind, string>>;

const MEGABYTES: Record<keyof typeof KIND_WORDS, string> = { uk: 'МБ', en: 'MB', de: 'MB' };

/** What may be handed in, as it is read again: `2, documents, pictures, 20 MB`. */
export function filesText(
  { max_files, file_kinds = [], max_megabytes }: Files,
  language: keyof typeof KIND_WORDS = 'en',
): string {
  const kinds = file_kinds.map((kind) => KIND_WORDS[language][kind]);
  const size = max_megabytes ? [`${max_megabytes} ${MEGABYTES[language]}`] : [];
  return [...(max_files ? [max_files] : []), ...kinds, ...size].join(', ');
}

/** The same the other way round; what is none of it says nothing. */
export function filesOf(text: string): Files {
  const read: Files = {};
  const kinds = new Set<FileKind>();
  for (const part of text.split(/[,;]/).map((each) => each.trim())) {
    const [, number = '', unit] = /^(\d{1,6}) ?(MB|МБ)?$/i.exec(part) ?? [];
    if (unit) read.max_megabytes = within(Number(number), FILE_LIMIT / MEGABYTE);
    else if (number) read.max_files = within(Number(number), ANSWER_FILES);
    const kind = FILE_KINDS.find((each) => isWord(part, each));
    if (kind) kinds.add(kind);
  }
  return { ...read, ...(kinds.size > 0 && { file_kinds: [...kinds] }) };
}

const within = (number: number, most: number): number => Math.min(most, Math.max(1, number));
const isWord = (text: string, kind: FileKind): boolean =>
  Object.values(KIND_WORDS).some((words) => words[kind].toLowerCase() === text.toLowerCase());

/** Kinds as Moodle names groups of types; '' is any. */
export const moodleTypes = (kinds: readonly FileKind[]): string =>
  kinds.includes('others')
    ? ''
    : kinds
        .flatMap(
          (kind) =>
            ({
              documents: ['document', 'spreadsheet', 'presentation'],
              pictures: ['image'],
              recordings: ['audio', 'video'],
              others: [],
            })[kind],
        )
        .join(',');

/** Groups and extensions of Moodle, or types of media, as kinds; where nothing is named all of them. */
export function kindsNamed(types: string): FileKind[] {
  const named = types
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  if (named.length === 0 || named.includes('*')) return [...FILE_KINDS];
  const found = new Set(named.map(kindNamed));
  return FILE_KINDS.filter((kind) => found.has(kind));
}

function kindNamed(type: string): FileKind {
  if (/^(document|spreadsheet|presentation|text\/|application\/(pdf|msword|vnd\.(ms-|o)))/.test(type))
    return 'documents';
  if (/image/.test(type)) return 'pictures';
  if (/audio|video|media/.test(type)) return 'recordings';
  const extension = type.replace(/^\*?\./, '');
  const kind = FILE_KINDS.find((each) => each !== 'others' && KIND_EXTENSIONS[each].includes(extension));
  return kind ?? 'others';
}
