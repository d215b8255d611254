import type { Language } from '../../identity/accounts/contract.ts';
import type { FileAnswer } from '../../platform/contract.ts';
import { writeWorkbook, type SheetColumn as WrittenColumn } from '../../platform/formats/xlsx.ts';
import { QUESTIONS_LIMIT } from '../forms/contract.ts';
import type { WrittenQuestion } from './exchange.ts';
import { filesText } from './parts/upload-terms.ts';
import {
  answerCells,
  cellText,
  SHEET_COLUMNS,
  SHEET_TYPES,
  SHEET_WORDS,
  type SheetColumn,
  workText,
} from './sheet.ts';

/** Columns for answers in the template, and the fewest of an export. */
const TEMPLATE_ANSWERS = 6;
const WIDTHS: Partial<Record<SheetColumn, number>> = { question: 52, description: 36, feedback: 36 };
const OTHER_WIDTH = 14;
const ANSWER_WIDTH = 28;

interface Words {
  questions: string;
  instructions: string;
  file: string;
  how: string[];
  column: string;
  meaning: string;
  columns: Record<SheetColumn | 'answer', string>;
  choose: string;
}

const WORDS: Record<Language, Words> = {
  uk: {
    questions: 'Запитання',
    instructions: 'Інструкція',
    file: 'Шаблон запитань.xlsx',
    how: [
      'Заповніть перший аркуш: одне запитання — один рядок. Порядок стовпців довільний, зайві стовпці буде пропущено.',
      `Один файл — не більше ${QUESTIONS_LIMIT} запитань і 500 КБ.`,
      'Перед імпортом ви побачите, що станеться з кожним рядком. Запитання додаються в кінець чернетки.',
    ],
    column: 'Стовпець',
    meaning: 'Що вказати',
    columns: {
      question: 'Обов’язково, до 2000 символів.',
      description: 'Необов’язково: пояснення під запитанням.',
      type: 'Виберіть зі списку: «одна» правильна відповідь, «кілька», «текст», «число», «порядок», «пари», «пропуски», «місце», «есе» чи «файл».',
      score: 'Ціле число від 0. Порожня клітинка — 1 бал.',
      required: 'Виберіть «так», якщо без відповіді тест не можна завершити.',
      right: 'Номери правильних відповідей, кілька — через кому: 1, 3. Лише для «одна» і «кілька».',
      parts: 'Виберіть «так», якщо частково правильна відповідь дає частину балів.',
      case: 'Виберіть «так», якщо в тексті важливі великі літери.',
      unit: 'Одиниця числа, наприклад «кг». Для есе — скільки слів: «100–300». Для файла — скільки і які: «2, документи, зображення, 20 МБ».',
      section: 'Необов’язково: назва розділу тесту, у якому стоїть запитання.',
      feedback:
        'Необов’язково: відгук, який видно разом із правильними відповідями. «Відгук 1», «Відгук 2» — до кожної відповіді.',
      answer:
        'По одній відповіді в клітинці, до 50 стовпців. Текст і число — що приймається: «Київ», «3,14 ± 0,01», «50 %: Києва». Порядок — у правильній послідовності. Пари — «Україна → Київ». Пропуски — увесь текст: «Київ стоїть на [[Дніпрі]]»; через | інші варіанти, ~ перед неправильним: «[[Дніпрі|~Бузі]]». Місце — частини ширини й висоти: «rect 0.1 0.2 0.3 0.4: двері», зображення додається потім. Есе та файл — нотатка для перевірки.',
    },
    choose: 'Виберіть зі списку.',
  },
  en: {
    questions: 'Questions',
    instructions: 'Instructions',
    file: 'Question template.xlsx',
    how: [
      'Fill in the first sheet, one row for each question. Columns may stand in any order; other columns are skipped.',
      `A file has at most ${QUESTIONS_LIMIT} questions and 500 KB.`,
      'Before anything is imported you see what becomes of each row. Questions are added to the end of the draft.',
    ],
    column: 'Column',
    meaning: 'What to enter',
    columns: {
      question: 'Required, up to 2,000 characters.',
      description: 'Optional: an explanation below the question.',
      type: 'Choose from the list: “one” right answer, “several”, “text”, “number”, “order”, “pairs”, “gaps”, “place”, “essay” or “file”.',
      score: 'A whole number from 0. An empty cell is 1 point.',
      required: 'Choose “yes” if the test cannot be finished without an answer.',
      right: 'Numbers of the right answers, several separated by commas: 1, 3. For “one” and “several” only.',
      parts: 'Choose “yes” if an answer that is partly right gives a part of the points.',
      case: 'Choose “yes” if capitals matter in a text.',
      unit: 'The unit of a number, such as “kg”. Of an essay, how many words: “100–300”. Of a file, how many and which: “2, documents, pictures, 20 MB”.',
      section: 'Optional: the section of the test in which the question stands.',
      feedback:
        'Optional: shown with the right answers. “Feedback 1”, “Feedback 2” are those of each answer.',
      answer:
        'One answer in each cell, up to 50 columns. Text and number: what is accepted, “Kyiv”, “3.14 ± 0.01”, “50%: Kiev”. Order: as it is right. Pairs: “Ukraine → Kyiv”. Gaps: the whole text, “Kyiv lies on the [[Dnipro]]”; other variants behind |, wrong ones behind ~: “[[Dnipro|~Buh]]”. Place: parts of width and height, “rect 0.1 0.2 0.3 0.4: the door”; its picture is added later. Essay and file: a note for whoever marks it.',
    },
    choose: 'Choose from the list.',
  },
  de: {
    questions: 'Fragen',
    instructions: 'Anleitung',
    file: 'Vorlage für Fragen.xlsx',
    how: [
      'Füllen Sie das erste Blatt aus: eine Zeile je Frage. Die Reihenfolge der Spalten ist beliebig, andere Spalten werden übergangen.',
      `Eine Datei hat höchstens ${QUESTIONS_LIMIT} Fragen und 500 KB.`,
      'Vor dem Import sehen Sie, was mit jeder Zeile geschieht. Die Fragen kommen ans Ende des Entwurfs.',
    ],
    column: 'Spalte',
    meaning: 'Was Sie eintragen',
    columns: {
      question: 'Pflicht, bis 2.000 Zeichen.',
      description: 'Freiwillig: eine Erläuterung unter der Frage.',
      type: 'Wählen Sie aus der Liste: „eine“ richtige Antwort, „mehrere“, „Text“, „Zahl“, „Reihenfolge“, „Paare“, „Lücken“, „Stelle“, „Aufsatz“ oder „Datei“.',
      score: 'Eine ganze Zahl ab 0. Eine leere Zelle gilt als 1 Punkt.',
      required: 'Wählen Sie „ja“, wenn der Test ohne Antwort nicht beendet werden kann.',
      right:
        'Nummern der richtigen Antworten, mehrere durch Komma getrennt: 1, 3. Nur bei „eine“ und „mehrere“.',
      parts: 'Wählen Sie „ja“, wenn eine teilweise richtige Antwort einen Teil der Punkte gibt.',
      case: 'Wählen Sie „ja“, wenn bei einem Text die Großschreibung zählt.',
      unit: 'Die Einheit einer Zahl, etwa „kg“. Bei einem Aufsatz die Zahl der Wörter: „100–300“. Bei einer Datei, wie viele und welche: „2, Dokumente, Bilder, 20 MB“.',
      section: 'Freiwillig: der Abschnitt des Tests, in dem die Frage steht.',
      feedback:
        'Freiwillig: wird mit den richtigen Antworten gezeigt. „Rückmeldung 1“, „Rückmeldung 2“ gelten für die einzelnen Antworten.',
      answer:
        'Eine Antwort je Zelle, bis zu 50 Spalten. Text und Zahl: was gilt, „Kyjiw“, „3,14 ± 0,01“, „50 %: Kiew“. Reihenfolge: so, wie sie richtig ist. Paare: „Ukraine → Kyjiw“. Lücken: der ganze Text, „Kyjiw liegt am [[Dnipro]]“; weitere Varianten hinter |, falsche hinter ~: „[[Dnipro|~Buh]]“. Stelle: Teile von Breite und Höhe, „rect 0.1 0.2 0.3 0.4: die Tür“; das Bild kommt später dazu. Aufsatz und Datei: eine Notiz für die Bewertung.',
    },
    choose: 'Wählen Sie aus der Liste.',
  },
};

/** The template of an import of questions. */
export async function writeQuestionsTemplate(language: Language): Promise<FileAnswer> {
  const words = WORDS[language];
  const heads = SHEET_WORDS[language];
  const yesOrNo = [heads.yes, heads.no];
  const choices: Partial<Record<SheetColumn, readonly string[]>> = {
    type: SHEET_TYPES.map((type) => heads[type]),
    required: yesOrNo,
    parts: yesOrNo,
    case: yesOrNo,
  };
  const bytes = await writeWorkbook(
    {
      name: words.questions,
      columns: columnsOf(language, { answers: TEMPLATE_ANSWERS, choices }),
      rows: [],
      frozen: 'heads',
    },
    {
      name: words.instructions,
      how: words.how,
      tables: [
        {
          heads: [words.column, words.meaning],
          rows: ([...SHEET_COLUMNS, 'answer'] as const).map((column) => [
            heads[column],
            words.columns[column],
          ]),
        },
      ],
    },
  );
  return { name: words.file, bytes };
}

/** Questions as a sheet that can be imported again; files stay behind. */
export async function writeQuestions(
  questions: readonly Omit<WrittenQuestion, 'files'>[],
  language: Language,
  name: string,
): Promise<FileAnswer> {
  const heads = SHEET_WORDS[language];
  const most = questions.reduce((found, { answers }) => Math.max(found, answers.length), TEMPLATE_ANSWERS);
  const told = questions.some(({ answers }) => answers.some(({ feedback }) => feedback)) ? most : 0;
  const columns = SHEET_COLUMNS.filter(
    (column) => column !== 'section' || questions.some((one) => one.section),
  );
  const rows = questions.map((question) => {
    const { answers, type = 'choice' } = question;
    const right =
      type === 'choice' ? answers.flatMap((answer, at) => (answer.is_right_answer ? [at + 1] : [])) : [];
    const yesOrNo = (is: boolean) => (is ? heads.yes : heads.no);
    const cells: Record<SheetColumn, string> = {
      question: question.title,
      description: cellText(question.description),
      type: heads[type === 'choice' ? (question.multiple_right_answers ? 'several' : 'one') : type],
      score: String(question.score),
      required: yesOrNo(question.required),
      right: right.join(', '),
      parts: yesOrNo(question.credit === 'parts'),
      case: yesOrNo(question.match_case ?? false),
      section: question.section?.title ?? '',
      unit: measureOf(question, language),
      feedback: question.feedback ?? '',
    };
    const note = question.marking?.note;
    const given = [...answerCells(question), ...(note ? [note] : [])];
    const blank = Array.from({ length: told ? most - given.length : 0 }, () => '');
    return [
      ...columns.map((column) => cells[column]),
      ...given,
      ...blank,
      ...(told ? answers.map(({ feedback = '' }) => feedback) : []),
    ];
  });
  const bytes = await writeWorkbook({
    name: WORDS[language].questions,
    columns: columnsOf(language, { answers: most, told, columns }),
    rows,
    frozen: 'heads',
  });
  return { name, bytes };
}

/** What the column of units says: of an essay its words, of files which and how many. */
function measureOf({ type, work = {}, unit = '' }: WrittenQuestion, language: Language): string {
  if (type === 'upload') return filesText(work, language);
  return type === 'essay' ? workText(work) : unit;
}

/** How many columns a sheet has for answers and what is told of each, which others, and what those let one choose. */
interface Columns {
  answers: number;
  told?: number;
  columns?: readonly SheetColumn[];
  choices?: Partial<Record<SheetColumn, readonly string[]>>;
}

/** All of them text, so that an answer such as 007 keeps its zeros. */
function columnsOf(
  language: Language,
  { answers, told = 0, columns = SHEET_COLUMNS, choices = {} }: Columns,
): WrittenColumn[] {
  const heads = SHEET_WORDS[language];
  const offered = Array.from({ length: answers }, (_, at) => `${heads.answer} ${at + 1}`);
  const feedback = Array.from({ length: told }, (_, at) => `${heads.feedback} ${at + 1}`);
  return [
    ...columns.map((column): WrittenColumn => {
      const of = choices[column];
      return {
        header: heads[column],
        width: WIDTHS[column] ?? OTHER_WIDTH,
        format: 'text',
        ...(of ? { choices: { of, rows: QUESTIONS_LIMIT, error: WORDS[language].choose } } : {}),
      };
    }),
    ...[...offered, ...feedback].map((header) => ({ header, width: ANSWER_WIDTH, format: 'text' as const })),
  ];
}
