import type { DraftAnswer } from '../forms/tables.ts';
import type { Credit, Hotspot, Marking, QuestionType, Section, Work } from '../questions/contract.ts';
import type { LEFT_OUT, QUESTION_PROBLEMS } from './contract.ts';

/** What the answers of a statement that is true or false are called. */
export interface TruthWords {
  right: string;
  wrong: string;
}

/** A question as a file says it. */
export interface ReadQuestion {
  /** Row of the sheet or line of the text. */
  line: number;
  title: string;
  /** Rich text. */
  description: string;
  type: QuestionType;
  credit: Credit;
  match_case: boolean;
  unit: string;
  work?: Work;
  marking?: Marking;
  gap_text: string;
  hotspot?: Hotspot;
  /** Told with the key; absent: none. */
  feedback?: string;
  multiple_right_answers: boolean;
  required: boolean;
  score: number;
  answers: ReadAnswer[];
  problems: (typeof QUESTION_PROBLEMS)[number][];
  /** The file of a package that it stands in. */
  source?: string;
  /** What the file calls its type, or heads of a sheet that say nothing here. */
  named?: string;
  /** Absent: none, or one without a name. */
  section?: SectionWords;
  /** The categories that it lies in, from the outermost; absent: none is named. */
  folders?: string[];
  /** As the file spells them, each once. */
  tags?: string[];
  /** Of a question that can be taken. */
  left_out?: (typeof LEFT_OUT)[number][];
  files?: ReadFile[];
  /** The first question of the file that says the same; absent: it is the first. */
  same_as?: Pick<ReadQuestion, 'line' | 'source'>;
}

/** Why a question cannot be taken, and what of one that can is left out. */
export type Problem = ReadQuestion['problems'][number];
export type LeftOut = NonNullable<ReadQuestion['left_out']>[number];

/** What a question asks, as a reader found it, or why it cannot be taken. */
export type Asked = (Partial<ReadQuestion> & Pick<ReadQuestion, 'answers'> & { lost?: LeftOut[] }) | Problem;

/** A section as files have it: by its words. */
export type SectionWords = Pick<Section, 'title' | 'introduction'>;

/** A section of which something is said; nothing where nothing is. */
export function sectionSaying(title: string, introduction = ''): { section?: SectionWords } {
  const section = { title: title.trim(), introduction: introduction.trim() };
  return section.title || section.introduction ? { section } : {};
}

/** Questions of which those that say the same as an earlier one tell which, word for word and picture for picture. */
export function withRepeats(questions: readonly ReadQuestion[]): ReadQuestion[] {
  const first = new Map<string, ReadQuestion>();
  return questions.map((question) => {
    if (question.problems.length > 0) return question;
    const words = wordsOf(question);
    const { line, source = '' } = first.get(words) ?? question;
    if (first.has(words)) return { ...question, same_as: { line, source } };
    first.set(words, question);
    return question;
  });
}

/** What `question_digest` compares, and the files themselves. */
function wordsOf(question: ReadQuestion): string {
  const { type, title, description, gap_text, unit, match_case, multiple_right_answers, hotspot } = question;
  const files = (question.files ?? []).map(({ kind, bytes }) => [
    kind,
    Buffer.from(bytes).toString('base64'),
  ]);
  const said = [type, title, description, gap_text, unit, match_case, multiple_right_answers, hotspot];
  return JSON.stringify([...said, question.answers, files]);
}

/** Folders that are named; nothing where none is. */
export const foldersSaying = (folders: string[]): { folders?: string[] } =>
  folders.length ? { folders } : {};

/** What begins before a question: a section of a test by its words, or a folder of the bank by its path. */
export type Head = SectionWords & Pick<WrittenQuestion, 'folders'>;

/** Questions with what begins before each of them: another section or folder, or none. */
export function withHeads<Question extends Pick<WrittenQuestion, 'section' | 'folders'>>(
  questions: readonly Question[],
): { question: Question; head: Head | null }[] {
  return questions.map((question, at) => {
    const own = headOf(question);
    const before = headOf(questions[at - 1] ?? {});
    const isSame =
      own.title === before.title &&
      own.introduction === before.introduction &&
      JSON.stringify(own.folders ?? []) === JSON.stringify(before.folders ?? []);
    return { question, head: isSame ? null : own };
  });
}

const headOf = ({ section = NAMELESS, folders }: Pick<WrittenQuestion, 'section' | 'folders'>): Head =>
  folders ? { ...NAMELESS, folders } : section;

const NAMELESS: SectionWords = { title: '', introduction: '' };

/** An answer without an id. */
export type ReadAnswer = Omit<DraftAnswer, 'id' | 'match_id'>;

export const right = (title: string): ReadAnswer => ({ title, is_right_answer: true });

/** A file that comes with a question. */
export interface ReadFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** inline: a picture of the description, which names it by its place here, from 1 (`/api/v1/media/1`). */
  kind: 'inline' | 'attachment';
}

/** A file of a question that goes out with it. */
export interface WrittenFile {
  id: number;
  name: string;
  content_type: string;
  kind: 'inline' | 'attachment';
  bytes: Uint8Array<ArrayBuffer>;
}

/** A question as a file says it; what is absent is as in a choice of all or nothing. */
export interface WrittenQuestion {
  title: string;
  description: string;
  type?: QuestionType;
  credit?: Credit;
  match_case?: boolean;
  unit?: string;
  work?: Work;
  marking?: Marking;
  gap_text?: string;
  hotspot?: Partial<Hotspot>;
  feedback?: string;
  multiple_right_answers: boolean;
  required: boolean;
  score: number;
  section?: SectionWords | undefined;
  /** The folders of the bank that it lies in, from the outermost. */
  folders?: readonly string[] | undefined;
  tags?: readonly string[] | undefined;
  answers: readonly ReadAnswer[];
  files?: readonly WrittenFile[];
}
