import { wordsOf } from '../../platform/words/plain-text.ts';
import { LANGUAGES, type Language } from '../../identity/accounts/contract.ts';
import type { Mails } from '../../identity/accounts/mails.ts';
import type { getPassedForm } from '../attempts/contract.ts';
import { gapParts } from '../questions/contract.ts';
import { inSigns } from '../formulas/contract.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import { layOutNotice } from '../../identity/accounts/mails.ts';
import { percentText } from '../../platform/words/percent.ts';
import { linkedUrl, subjectText, type Mail } from '../../platform/mail.ts';

type Result = ResponseOf<typeof getPassedForm>;
type Question = NonNullable<Result['score_explanation']>[number];

export type ResultMailKind = 'finished' | 'published' | 'ready' | 'notes' | 'regraded' | 'remarked';

/** What a result was and is, in percent, as its student was told. */
export interface Recount {
  before: number;
  after: number;
}

type Decision = 'retake' | 'decline' | 'annul' | 'cancel' | 'restore' | 'reinstate';

interface Product {
  name: string;
  url: string;
}

const DECISIONS = {
  uk: {
    greeting: 'Вітаємо!',
    retake: {
      subject: 'Призначено перескладання: {form}',
      text: 'Вам дозволено ще раз пройти «{form}» у курсі «{course}». Додаткових спроб: {attempts}.',
    },
    decline: {
      subject: 'Ще однієї спроби не надано: {form}',
      text: 'Ви просили ще одну спробу: «{form}», курс «{course}». Цього разу її не надано.',
    },
    annul: {
      subject: 'Спробу анульовано: {form}',
      text: 'Вашу спробу «{form}» у курсі «{course}» анульовано: її результат більше не враховується.',
    },
    cancel: {
      subject: 'Тест скасовано: {form}',
      text: '«{form}» у курсі «{course}» для вас скасовано: проходити його не потрібно.',
    },
    restore: {
      subject: 'Тест знову призначено: {form}',
      text: '«{form}» у курсі «{course}» знову призначено вам.',
    },
    reinstate: {
      subject: 'Результат відновлено: {form}',
      text: 'Анулювання вашої спроби «{form}» у курсі «{course}» скасовано: її результат знову враховується.',
    },
    revoked: 'Ваш сертифікат № {certificate} за цей курс більше не чинний.',
    due: 'Складіть до {due}.',
    reason: 'Причина: {reason}',
    action: 'Відкрити сторінку тесту',
    footer: 'Ви отримали цей лист, бо навчаєтеся на цьому курсі в компанії {company}.',
  },
  en: {
    greeting: 'Hello,',
    retake: {
      subject: 'Retake granted: {form}',
      text: 'You may take “{form}” in the course “{course}” again. Extra attempts: {attempts}.',
    },
    decline: {
      subject: 'No other attempt given: {form}',
      text: 'You asked for another attempt at “{form}” in the course “{course}”. It was not given this time.',
    },
    annul: {
      subject: 'Attempt annulled: {form}',
      text: 'Your attempt at “{form}” in the course “{course}” was annulled: its result no longer counts.',
    },
    cancel: {
      subject: 'Test canceled: {form}',
      text: '“{form}” in the course “{course}” is canceled for you: you need not take it.',
    },
    restore: {
      subject: 'Test assigned again: {form}',
      text: '“{form}” in the course “{course}” is assigned to you again.',
    },
    reinstate: {
      subject: 'Result restored: {form}',
      text: 'The annulment of your attempt at “{form}” in the course “{course}” was undone: its result counts again.',
    },
    revoked: 'Your certificate {certificate} for this course no longer holds.',
    due: 'Take it by {due}.',
    reason: 'Reason: {reason}',
    action: 'Open the test’s page',
    footer: 'You received this email because you study in this course at {company}.',
  },
  de: {
    greeting: 'Guten Tag!',
    retake: {
      subject: 'Wiederholung gewährt: {form}',
      text: 'Sie dürfen „{form}“ im Kurs „{course}“ noch einmal ablegen. Zusätzliche Versuche: {attempts}.',
    },
    decline: {
      subject: 'Kein weiterer Versuch: {form}',
      text: 'Sie haben um einen weiteren Versuch bei „{form}“ im Kurs „{course}“ gebeten. Er wurde diesmal nicht gewährt.',
    },
    annul: {
      subject: 'Versuch annulliert: {form}',
      text: 'Ihr Versuch bei „{form}“ im Kurs „{course}“ wurde annulliert: Das Ergebnis zählt nicht mehr.',
    },
    cancel: {
      subject: 'Test abgesagt: {form}',
      text: '„{form}“ im Kurs „{course}“ ist für Sie abgesagt: Sie müssen den Test nicht ablegen.',
    },
    restore: {
      subject: 'Test wieder zugewiesen: {form}',
      text: '„{form}“ im Kurs „{course}“ ist Ihnen wieder zugewiesen.',
    },
    reinstate: {
      subject: 'Ergebnis wiederhergestellt: {form}',
      text: 'Die Annullierung Ihres Versuchs bei „{form}“ im Kurs „{course}“ wurde aufgehoben: Das Ergebnis zählt wieder.',
    },
    revoked: 'Ihr Zertifikat {certificate} für diesen Kurs gilt nicht mehr.',
    due: 'Legen Sie den Test bis {due} ab.',
    reason: 'Grund: {reason}',
    action: 'Seite des Tests öffnen',
    footer: 'Sie erhalten diese E-Mail, weil Sie in diesem Kurs bei {company} lernen.',
  },
} as const satisfies Record<Language, unknown>;

/** Mails of a decision, and in their place those for whoever loses a certificate by it. */
interface DecisionMails extends Mails {
  revoked?: Mails;
}

/** What was decided about somebody's form; the database fills in company, form, course, reason, attempts, due and certificate. */
export function decisionMails(product: Product, decision: Decision, withDue: boolean): DecisionMails {
  const more = withDue ? (['due'] as const) : [];
  return {
    ...layOutDecision(product, decision, more),
    ...(decision === 'annul' && { revoked: layOutDecision(product, decision, ['revoked']) }),
  };
}

function layOutDecision(product: Product, decision: Decision, more: readonly ('due' | 'revoked')[]): Mails {
  const url = `${linkedUrl(product, 'student', '{space}')}/course/{course_id}/education-materials/{material_id}/form/{form_id}`;
  const mails = LANGUAGES.map((language) => {
    const { greeting, reason, action, footer, [decision]: words } = DECISIONS[language];
    const mail = layOutNotice(product, language, {
      subject: words.subject,
      greeting,
      paragraphs: [words.text, ...more.map((name) => DECISIONS[language][name]), reason],
      action: { label: action, url },
      footer,
    });
    return [language, mail];
  });
  return Object.fromEntries(mails) as Mails;
}

const RESULTS = {
  uk: {
    greeting: 'Вітаємо!',
    subject: {
      finished: 'Ваш результат',
      published: 'Результат оприлюднено',
      ready: 'Результат готовий',
      notes: 'Нотатки тренера',
      regraded: 'Результат перераховано',
      remarked: 'Оцінку змінено',
    },
    finished: (form: string, course: string) => `Ви завершили «${form}» у курсі «${course}».`,
    published: (form: string, course: string) => `Тренер оприлюднив результат «${form}» у курсі «${course}».`,
    ready: (form: string, course: string) =>
      `Ваші відповіді на «${form}» у курсі «${course}» перевірено: результат готовий.`,
    notes: (form: string, course: string) =>
      `Тренер додав нотатки до результату «${form}» у курсі «${course}».`,
    regraded: (form: string, course: string) =>
      `Правильні відповіді до «${form}» у курсі «${course}» виправлено, тому ваш результат перераховано.`,
    remarked: (form: string, course: string) =>
      `Тренер змінив оцінку ваших відповідей на «${form}» у курсі «${course}», тому змінився й результат.`,
    recount: (before: string, after: string) => `Було ${before}, стало ${after}.`,
    reason: 'Причина',
    passed: 'складено',
    failed: 'не складено',
    result: 'Результат',
    points: (score: string, max: string, form: Intl.LDMLPluralRule) =>
      `${score} з ${max} ${form === 'one' || form === 'other' ? 'бала' : 'балів'}`,
    outcome: {
      right: 'правильно',
      partly: 'частково правильно',
      wrong: 'неправильно',
      not_answered: 'без відповіді',
      annulled: 'не враховується',
      in_review: 'чекає на оцінку',
    },
    chosen: 'Ваша відповідь',
    right: 'Правильна відповідь',
    feedback: 'Відгук',
    note: 'Нотатка тренера',
    action: 'Відкрити результат',
    footer: (company: string) => `Ви отримали цей лист, бо проходили цей тест у компанії ${company}.`,
  },
  en: {
    greeting: 'Hello,',
    subject: {
      finished: 'Your result',
      published: 'Result published',
      ready: 'Your result is ready',
      notes: 'Notes of your trainer',
      regraded: 'Your result has changed',
      remarked: 'Your mark has changed',
    },
    finished: (form: string, course: string) => `You finished “${form}” in the course “${course}”.`,
    published: (form: string, course: string) =>
      `Your trainer published the result of “${form}” in the course “${course}”.`,
    ready: (form: string, course: string) =>
      `Your answers to “${form}” in the course “${course}” are marked: your result is ready.`,
    notes: (form: string, course: string) =>
      `Your trainer added notes to the result of “${form}” in the course “${course}”.`,
    regraded: (form: string, course: string) =>
      `The right answers of “${form}” in the course “${course}” were corrected, so your result was recalculated.`,
    remarked: (form: string, course: string) =>
      `Your trainer changed the mark of your answers to “${form}” in the course “${course}”, and with it your result.`,
    recount: (before: string, after: string) => `It was ${before} and is ${after} now.`,
    reason: 'Reason',
    passed: 'passed',
    failed: 'not passed',
    result: 'Result',
    points: (score: string, max: string, form: Intl.LDMLPluralRule) =>
      `${score} of ${max} ${form === 'one' ? 'point' : 'points'}`,
    outcome: {
      right: 'right',
      partly: 'partly right',
      wrong: 'wrong',
      not_answered: 'not answered',
      annulled: 'does not count',
      in_review: 'waits to be marked',
    },
    chosen: 'Your answer',
    right: 'Right answer',
    feedback: 'Feedback',
    note: 'Note of your trainer',
    action: 'Open the result',
    footer: (company: string) => `You received this email because you took this test at ${company}.`,
  },
  de: {
    greeting: 'Guten Tag!',
    subject: {
      finished: 'Ihr Ergebnis',
      published: 'Ergebnis veröffentlicht',
      ready: 'Ihr Ergebnis liegt vor',
      notes: 'Anmerkungen Ihres Trainers',
      regraded: 'Ihr Ergebnis hat sich geändert',
      remarked: 'Ihre Bewertung hat sich geändert',
    },
    finished: (form: string, course: string) => `Sie haben „${form}“ im Kurs „${course}“ beendet.`,
    published: (form: string, course: string) =>
      `Das Ergebnis von „${form}“ im Kurs „${course}“ wurde veröffentlicht.`,
    ready: (form: string, course: string) =>
      `Ihre Antworten in „${form}“ im Kurs „${course}“ sind bewertet: Ihr Ergebnis liegt vor.`,
    notes: (form: string, course: string) =>
      `Zu Ihrem Ergebnis von „${form}“ im Kurs „${course}“ gibt es neue Anmerkungen.`,
    regraded: (form: string, course: string) =>
      `Die richtigen Antworten von „${form}“ im Kurs „${course}“ wurden berichtigt; Ihr Ergebnis wurde daher neu berechnet.`,
    remarked: (form: string, course: string) =>
      `Die Bewertung Ihrer Antworten in „${form}“ im Kurs „${course}“ wurde geändert, und damit Ihr Ergebnis.`,
    recount: (before: string, after: string) => `Bisher ${before}, jetzt ${after}.`,
    reason: 'Grund',
    passed: 'bestanden',
    failed: 'nicht bestanden',
    result: 'Ergebnis',
    points: (score: string, max: string, form: Intl.LDMLPluralRule) =>
      `${score} von ${max} ${form === 'one' ? 'Punkt' : 'Punkten'}`,
    outcome: {
      right: 'richtig',
      partly: 'teilweise richtig',
      wrong: 'falsch',
      not_answered: 'nicht beantwortet',
      annulled: 'zählt nicht',
      in_review: 'wartet auf Bewertung',
    },
    chosen: 'Ihre Antwort',
    right: 'Richtige Antwort',
    feedback: 'Rückmeldung',
    note: 'Anmerkung',
    action: 'Ergebnis öffnen',
    footer: (company: string) =>
      `Sie erhalten diese E-Mail, weil Sie diesen Test bei ${company} abgelegt haben.`,
  },
} as const satisfies Record<Language, unknown>;

const LOCALES = { uk: 'uk', en: 'en', de: 'de' } as const satisfies Record<Language, string>;

/** The marks of a quotation in a quotation, as `fill_text` has them. */
const INNER: Record<Language, Record<string, string>> = {
  uk: { '«': '„', '»': '“' },
  en: { '“': '‘', '”': '’' },
  de: { '„': '‚', '“': '‘' },
};
const quotable = (language: Language, name: string) =>
  name.replaceAll(/[«»„“”]/g, (mark) => INNER[language][mark] ?? mark);

/**
 * The mail about a result that the student may see.
 * @param product with the company that the result is of
 * @param result as shown to the student; nothing else goes into the mail
 * @param withAnswers the form mails results with their answers; else the mail only leads to the page
 * @param told of a recount; the reasons of repairs are in the result
 */
export function resultMail(
  product: Product & { space: number; company: string },
  language: Language,
  kind: ResultMailKind,
  result: Result,
  withAnswers: boolean,
  told: Recount | null = null,
): Mail {
  const words = RESULTS[language];
  return layOutNotice(product, language, {
    subject: `${words.subject[kind]}: ${subjectText(result.form_name)}`,
    greeting: words.greeting,
    paragraphs: [
      words[kind](quotable(language, result.form_name), quotable(language, result.course.name)),
      ...(told ? recountParts(language, told, result) : []),
      ...(withAnswers && result.published ? shownParts(language, result) : []),
    ],
    action: {
      label: words.action,
      url: `${linkedUrl(product, 'student', product.space)}/course/${result.course.id}/statistic/${result.id}`,
    },
    footer: words.footer(product.company),
  });
}

function recountParts(language: Language, { before, after }: Recount, { recounted }: Result): string[] {
  const words = RESULTS[language];
  const [was, is] = [before, after].map((percent) => percentText(percent, LOCALES[language])) as [
    string,
    string,
  ];
  const reasons = recounted?.by === 'key' ? recounted.reasons : [];
  return [words.recount(was, is), ...reasons.map((reason) => `${words.reason}: ${reason}`)];
}

/** Points as the page of the result writes them. */
function pointsText(language: Language, score: number, max: number): string {
  const number = new Intl.NumberFormat(LOCALES[language]);
  const form = new Intl.PluralRules(LOCALES[language]).select(max);
  return RESULTS[language].points(number.format(score), number.format(max), form);
}

function shownParts(language: Language, result: Result): string[] {
  const words = RESULTS[language];
  const { passed_successfully, percent = 0, score = 0, max_score = 0, ects = '' } = result;
  const share = percentText(percent, LOCALES[language]);
  const verdict = passed_successfully ? words.passed : words.failed;
  return [
    `${words.result}: ${verdict}. ${pointsText(language, score, max_score)}, ${share}, ECTS ${ects}.`,
    ...(result.text_after_passing ? [plainText(result.text_after_passing)] : []),
    ...(result.note ? [`${words.note}: ${result.note.text}`] : []),
    ...(result.score_explanation ?? []).flatMap((question, index) =>
      questionParts(language, question, index),
    ),
  ];
}

function questionParts(language: Language, question: Question, index: number): string[] {
  const words = RESULTS[language];
  const {
    title,
    outcome,
    earned,
    maximum = 0,
    note,
    mark,
    gap_text = '',
    feedback,
    answer_feedback = [],
  } = question;
  const marks = [
    ...(outcome ? [words.outcome[outcome]] : []),
    ...(earned === undefined ? [] : [pointsText(language, earned, maximum)]),
  ].join(', ');
  const { given, right } = answersInWords(question);
  return [
    `${index + 1}. ${inSigns(plainText(title))}${marks && ` (${marks})`}`,
    ...(gap_text ? [inSigns(numberedGaps(gap_text))] : []),
    ...(given.length ? [`${words.chosen}: ${given.join('; ')}`] : []),
    ...(right.length ? [`${words.right}: ${right.join('; ')}`] : []),
    ...answer_feedback.map(({ gap, text }) => `${words.feedback}${gap ? ` ${gap})` : ''}: ${inSigns(text)}`),
    ...(feedback ? [`${words.feedback}: ${inSigns(feedback)}`] : []),
    ...(mark?.comments ?? []).map((comment) => `${words.note}: ${comment}`),
    ...(note ? [`${words.note}: ${note.text}`] : []),
  ];
}

/** A text with gaps, each with the number by which it is named below. */
function numberedGaps(gap_text: string): string {
  let number = 0;
  return gapParts(gap_text)
    .map((part) => (typeof part === 'number' ? `${(number += 1)}) ____` : part))
    .join('');
}

/** What was answered, and what of the key is shown and was not: by the question's type. */
function answersInWords({ type, answers, response, unit, marks = [], handed = [] }: Question): {
  given: string[];
  right: string[];
} {
  const chosen = answers.filter((answer) => answer.chosen);
  const titles = (shown: Question['answers']) => shown.map(({ title }) => inSigns(title));
  const pair = (title: string, match: string) => inSigns(`${title} → ${match}`);
  switch (type) {
    case 'essay':
      return {
        given: response ? [response.length > 500 ? `${response.slice(0, 500)}…` : response] : [],
        right: [],
      };
    case 'upload':
      return { given: handed.map(({ name }) => name), right: [] };
    case 'short_answer':
    case 'number': {
      const wholly = answers.filter(({ percent }) => percent === undefined);
      const own = response && unit && !response.trimEnd().endsWith(unit) ? `${response} ${unit}` : response;
      const said = own ? [own] : [];
      return { given: said, right: titles(wholly) };
    }
    case 'ordering': {
      const wrong = answers.some(({ is_right_answer }) => is_right_answer !== true);
      const inOrder = answers
        .filter(({ right_place }) => right_place !== undefined)
        .toSorted((a, b) => a.right_place! - b.right_place!);
      return { given: titles(chosen), right: wrong ? titles(inOrder) : [] };
    }
    case 'matching':
      return {
        given: chosen.map(({ title, match }) => pair(title, match ?? '')),
        right: answers.flatMap(({ title, is_right_answer, right_match }) =>
          is_right_answer || right_match === undefined ? [] : [pair(title, right_match)],
        ),
      };
    case 'gaps':
      return {
        given: chosen.map(({ gap, title }) => `${gap}) ${inSigns(title)}`),
        right: answers.flatMap(({ gap, is_right_answer, accepted = [] }) =>
          is_right_answer || accepted.length === 0 ? [] : [`${gap}) ${accepted.map(inSigns).join(' / ')}`],
        ),
      };
    case 'hotspot': {
      const hits = titles(chosen);
      const places = marks.map(({ x, y }) => `${Math.round(x * 100)} % → ${Math.round(y * 100)} % ↓`);
      return {
        given: hits.length > 0 ? hits : places,
        right: titles(answers.filter((answer) => answer.is_right_answer && !answer.chosen)),
      };
    }
    case 'choice':
      return {
        given: titles(chosen),
        right: titles(answers.filter((answer) => answer.is_right_answer && !answer.chosen)),
      };
  }
}

/** The words of what may be rich text. */
const plainText = (text: string): string => (/<\/?[a-z][^>]*>/i.test(text) ? wordsOf(text) : text);
