import type { QuestionType } from '../../questions/contract.ts';
import { type Head, type ReadAnswer, withHeads, type WrittenQuestion } from '../exchange.ts';
import { categoryPath, tagsNote } from '../parts/categories.ts';
import { feedbackOfAnswers } from '../parts/feedback.ts';
import { writeMarkedGaps } from '../parts/marked-gaps.ts';
import { inOneLine, placesInLines } from '../parts/places.ts';
import { withoutPictures, workText } from '../sheet.ts';
import { filesText } from '../parts/upload-terms.ts';
import { creditAsRead } from '../parts/weights.ts';

/** Files have no place in GIFT. */
type WordsOfQuestion = Omit<WrittenQuestion, 'files'>;

/** Questions as GIFT, sections and folders as categories, with notes of our own for scores, required marks and descriptions. */
export function writeGift(questions: readonly WordsOfQuestion[]): string {
  return withHeads(questions)
    .map(({ question, head }) => {
      const general = question.feedback ? [`####${escaped(question.feedback)}`] : [];
      const lines = [...linesOf(question), ...general].map((line) => `\t${line}`);
      return `${head ? categoryLines(head) : ''}${notesOf(question)}${escaped(question.title)} {${BEFORE[question.type ?? 'choice']}\n${lines.join('\n')}\n}\n`;
    })
    .join('\n');
}

function categoryLines({ title, introduction, folders = title ? [title] : [] }: Head): string {
  return `$CATEGORY: ${categoryPath(folders)}\n${introduction && `// osnova: introduction=${inOneLine(introduction)}\n`}\n`;
}

/** What stands behind the open brace; the words of an ordering are those of Moodle's. */
const BEFORE: Record<QuestionType, string> = {
  choice: '',
  short_answer: '',
  number: '#',
  ordering: '>0 ALL VERTICAL ABSOLUTE_POSITION',
  matching: '',
  essay: '',
  upload: '',
  hotspot: '',
  gaps: '',
};

function linesOf({ type = 'choice', credit, multiple_right_answers, answers }: WordsOfQuestion): string[] {
  const share = ({ percent }: ReadAnswer) => (percent ? `%${percent}%` : '');
  const said = ({ feedback }: ReadAnswer) => (feedback ? `#${escaped(feedback)}` : '');
  switch (type) {
    case 'essay':
    case 'upload':
    case 'hotspot':
      return [];
    case 'short_answer':
      return answers.map((answer) => `=${share(answer)}${escaped(answer.title)}${said(answer)}`);
    case 'number':
      return answers.map(
        (answer) => `=${share(answer)}${answer.title}:${answer.tolerance || 0}${said(answer)}`,
      );
    case 'ordering':
      return answers.map(({ title }) => escaped(title));
    case 'matching':
      return answers.map(({ title, match = '' }) => `=${escaped(title)} -> ${escaped(match)}`);
    case 'gaps':
      // What other systems can make of it; here the note says it.
      return answers.flatMap(({ gap, title, is_right_answer }) =>
        is_right_answer ? `=${gap} -> ${escaped(title)}` : [],
      );
    case 'choice': {
      const rights = answers.filter((answer) => answer.is_right_answer).length;
      const part = Number((100 / rights).toFixed(5));
      const several = multiple_right_answers && rights > 0;
      const less = credit === 'parts' ? -part : -100;
      return answers.map((answer) => {
        const { title, is_right_answer } = answer;
        const sign = several
          ? `~%${is_right_answer ? part : less}%`
          : is_right_answer
            ? '='
            : `~${share(answer)}`;
        return `${sign}${escaped(title)}${said(answer)}`;
      });
    }
  }
}

/** The notes before a question; none where everything is as it is without them. */
function notesOf(question: WordsOfQuestion): string {
  const { type = 'choice', credit = 'all', unit = '', work = {}, marking = {}, tags = [] } = question;
  const words_asked = workText(work);
  const words = [
    ...(question.score === 1 ? [] : [`score=${question.score}`]),
    ...(question.required ? ['required'] : []),
    ...(credit === creditAsRead(question) ? [] : [`credit=${credit}`]),
    ...(question.match_case ? ['case'] : []),
    ...(words_asked ? [`words=${words_asked}`] : []),
  ].join(' ');
  const html = withoutPictures(question.description).trim();
  // What does not begin with a tag would be read as plain text.
  const rich = html === '' || html.startsWith('<') ? html : `<p>${html}</p>`;
  const gaps =
    type === 'gaps' ? `gaps=${inOneLine(writeMarkedGaps(question.gap_text ?? '', question.answers))}` : '';
  const said = type === 'gaps' && feedbackOfAnswers(question.answers);
  return [
    words,
    said && `feedback=${said}`,
    unit && `unit=${unit}`,
    gaps,
    type === 'upload' && `files=${filesText(work)}`,
    ...(type === 'hotspot' ? placesInLines(question).map((line) => `place=${line}`) : []),
    marking.note && `marking=${inOneLine(marking.note)}`,
    rich && `description=${inOneLine(rich)}`,
  ]
    .filter(Boolean)
    .map((note) => `// osnova: ${note}\n`)
    .concat(tags.length ? `// ${tagsNote(tags)}\n` : [])
    .join('');
}

function escaped(text: string): string {
  const safe = text.replace(/[\\~=#{}:]|(?<=-)>/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n');
  // What would be taken for a comment, a category, a format or a weight.
  return /^(\/\/|\$|\[|%)/.test(safe) ? `[plain]${safe}` : safe;
}
