import { LANGUAGES, type Language } from '../../identity/accounts/contract.ts';
import { layOutNotice } from '../../identity/accounts/mails.ts';
import { linkedUrl, type Mail } from '../../platform/mail.ts';

/** What a digest counts, in the order of its lines. */
type Line =
  | 'people'
  | 'groups'
  | 'due_soon'
  | 'retake_asked'
  | 'to_mark'
  | 'in_review'
  | 'expired'
  | 'expiring'
  | 'pending';

interface Words {
  subject: string;
  greeting: string;
  intro: string;
  lines: Record<Line, string>;
  /** A group with how many people of it are late. */
  one: string;
  action: string;
  footer: string;
}

/** The database fills in {company}, {date}, {space}, {role}, the {items}, and in each line its number. */
const WORDS: Record<Language, Words> = {
  uk: {
    subject: 'Навчання за тиждень: {company}',
    greeting: 'Вітаємо!',
    intro: 'Що чекає на вашу увагу на {date}:',
    lines: {
      people: 'Люди з простроченим навчанням: {people} (курсів: {courses})',
      groups: 'Найбільше: {groups}',
      due_soon: 'Люди, у яких термін спливає протягом 7 днів: {due_soon}',
      retake_asked: 'Просять ще одну спробу: {retake_asked}',
      to_mark: 'Відповіді, що чекають на оцінку: {to_mark}',
      in_review: 'Результати, що чекають на оприлюднення: {in_review}',
      expired: 'Сертифікати, строк дії яких минув: {expired}',
      expiring: 'Сертифікати, строк дії яких спливає протягом 30 днів: {expiring}',
      pending: 'Люди, які ще не ввійшли: {pending}',
    },
    one: '«{name}» — {people}',
    action: 'Відкрити «Сьогодні»',
    footer: 'Ви отримали цей лист, бо відповідаєте за навчання в компанії {company}.',
  },
  en: {
    subject: 'Training this week: {company}',
    greeting: 'Hello,',
    intro: 'What needs your attention as of {date}:',
    lines: {
      people: 'People with overdue training: {people} (courses: {courses})',
      groups: 'Most of them: {groups}',
      due_soon: 'People with something due within 7 days: {due_soon}',
      retake_asked: 'Requests for another attempt: {retake_asked}',
      to_mark: 'Answers to mark: {to_mark}',
      in_review: 'Results to publish: {in_review}',
      expired: 'Certificates that have expired: {expired}',
      expiring: 'Certificates that expire within 30 days: {expiring}',
      pending: 'People who have not signed in yet: {pending}',
    },
    one: '“{name}” – {people}',
    action: 'Open Today',
    footer: 'You received this email because you look after training at {company}.',
  },
  de: {
    subject: 'Schulungen diese Woche: {company}',
    greeting: 'Guten Tag!',
    intro: 'Das braucht Ihre Aufmerksamkeit, Stand {date}:',
    lines: {
      people: 'Personen mit überfälligen Schulungen: {people} (Kurse: {courses})',
      groups: 'Die meisten: {groups}',
      due_soon: 'Personen, deren Frist binnen 7 Tagen endet: {due_soon}',
      retake_asked: 'Bitten um einen weiteren Versuch: {retake_asked}',
      to_mark: 'Antworten zu bewerten: {to_mark}',
      in_review: 'Ergebnisse zu veröffentlichen: {in_review}',
      expired: 'Abgelaufene Zertifikate: {expired}',
      expiring: 'Zertifikate, die binnen 30 Tagen ablaufen: {expiring}',
      pending: 'Personen, die sich noch nicht angemeldet haben: {pending}',
    },
    one: '„{name}“ – {people}',
    action: '„Heute“ öffnen',
    footer: 'Sie erhalten diese E-Mail, weil Sie bei {company} Schulungen betreuen.',
  },
};

/** The weekly digest in every language: the mail, and the lines that it is made of. */
export function digestMails(product: { url: string }) {
  const mails = LANGUAGES.map((language) => {
    const { subject, greeting, intro, lines, one, action, footer } = WORDS[language];
    const mail = layOutNotice(product, language, {
      subject,
      greeting,
      paragraphs: [intro, '{items}'],
      action: { label: action, url: `${linkedUrl(product, '{role}', '{space}')}/today` },
      footer,
    });
    const lineOf = ([what, text]: [string, string]) => {
      // What is told of the line before stands below it, without a mark of its own.
      const marked = what === 'groups' ? `  ${text}` : `• ${text}`;
      return [what, { subject: '', text: marked, html: what === 'groups' ? `&nbsp;&nbsp;${text}` : marked }];
    };
    return [language, { mail, lines: Object.fromEntries(Object.entries(lines).map(lineOf)), one }];
  });
  return Object.fromEntries(mails) as Record<
    Language,
    { mail: Mail; lines: Record<Line, Mail>; one: string }
  >;
}
