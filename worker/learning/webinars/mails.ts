import { LANGUAGES, type Language } from '../../identity/accounts/contract.ts';
import { layOutNotice, type Mails } from '../../identity/accounts/mails.ts';
import { linkedUrl, type MailWords } from '../../platform/mail.ts';

interface Product {
  name: string;
  url: string;
}

/** The database fills in {id}, {name}, {when}, {minutes}, {reason}, {company}, {space} and {role} of each webinar. */
const PAGE = '/webinar/{id}';
const CALENDAR = `${PAGE}?calendar=1`;

function inEveryLanguage(product: Product, words: (language: Language) => MailWords): Mails {
  return Object.fromEntries(
    LANGUAGES.map((language) => [language, layOutNotice(product, language, words(language))]),
  ) as Mails;
}

const REMINDERS = {
  uk: {
    subject: { day: 'Нагадування про вебінар: {name}', hour: 'Вебінар незабаром почнеться: {name}' },
    greeting: 'Вітаємо!',
    day: 'Нагадуємо: на вас чекає вебінар «{name}».',
    hour: 'Вебінар «{name}» почнеться менш ніж за годину.',
    when: 'Початок: {when}. Тривалість: {minutes} хв.',
    join: 'Приєднатися можна зі сторінки вебінару за 15 хвилин до початку.',
    calendar: 'Додати до календаря:',
    action: 'Відкрити сторінку вебінару',
    footer: 'Ви отримали цей лист, бо вас запрошено на вебінар компанії {company}.',
  },
  en: {
    subject: { day: 'Webinar reminder: {name}', hour: 'Webinar starting soon: {name}' },
    greeting: 'Hello,',
    day: 'A reminder: the webinar “{name}” is coming up.',
    hour: 'The webinar “{name}” starts in less than an hour.',
    when: 'Start: {when}. Duration: {minutes} min.',
    join: 'You can join from the webinar’s page 15 minutes before the start.',
    calendar: 'Add to your calendar:',
    action: 'Open the webinar’s page',
    footer: 'You received this email because you are invited to a webinar of {company}.',
  },
  de: {
    subject: { day: 'Erinnerung an das Webinar: {name}', hour: 'Webinar beginnt bald: {name}' },
    greeting: 'Guten Tag!',
    day: 'Wir erinnern Sie an das Webinar „{name}“.',
    hour: 'Das Webinar „{name}“ beginnt in weniger als einer Stunde.',
    when: 'Beginn: {when}. Dauer: {minutes} Min.',
    join: 'Teilnehmen können Sie ab 15 Minuten vor Beginn über die Seite des Webinars.',
    calendar: 'Zum Kalender hinzufügen:',
    action: 'Seite des Webinars öffnen',
    footer: 'Sie erhalten diese E-Mail, weil Sie zu einem Webinar von {company} eingeladen sind.',
  },
} as const satisfies Record<Language, unknown>;

/** The reminders of a day and an hour before. */
export function reminderMails(product: Product): Record<'day' | 'hour', Mails> {
  const of = (kind: 'day' | 'hour') =>
    inEveryLanguage(product, (language) => {
      const words = REMINDERS[language];
      return {
        subject: words.subject[kind],
        greeting: words.greeting,
        paragraphs: [
          words[kind],
          words.when,
          words.join,
          `${words.calendar} ${linkedUrl(product, '{role}', '{space}')}${CALENDAR}`,
        ],
        action: { label: words.action, url: `${linkedUrl(product, '{role}', '{space}')}${PAGE}` },
        footer: words.footer,
      };
    });
  return { day: of('day'), hour: of('hour') };
}

const CANCELED = {
  uk: {
    subject: 'Вебінар скасовано: {name}',
    greeting: 'Вітаємо!',
    canceled: 'Вебінар «{name}», запланований на {when}, не відбудеться.',
    reason: 'Причина: {reason}',
    calendar: 'Щоб прибрати його з календаря, відкрийте оновлений файл:',
    action: 'Відкрити сторінку вебінару',
    footer: 'Ви отримали цей лист, бо вас було запрошено на вебінар компанії {company}.',
  },
  en: {
    subject: 'Webinar canceled: {name}',
    greeting: 'Hello,',
    canceled: 'The webinar “{name}” planned for {when} will not take place.',
    reason: 'Reason: {reason}',
    calendar: 'To take it out of your calendar, open the updated file:',
    action: 'Open the webinar’s page',
    footer: 'You received this email because you were invited to a webinar of {company}.',
  },
  de: {
    subject: 'Webinar abgesagt: {name}',
    greeting: 'Guten Tag!',
    canceled: 'Das für {when} geplante Webinar „{name}“ findet nicht statt.',
    reason: 'Grund: {reason}',
    calendar: 'Um es aus Ihrem Kalender zu entfernen, öffnen Sie die aktualisierte Datei:',
    action: 'Seite des Webinars öffnen',
    footer: 'Sie erhalten diese E-Mail, weil Sie zu einem Webinar von {company} eingeladen waren.',
  },
} as const satisfies Record<Language, unknown>;

/** That a webinar was called off, with the reason if one was given. */
export function cancelMails(product: Product, withReason: boolean): Mails {
  return inEveryLanguage(product, (language) => {
    const words = CANCELED[language];
    return {
      subject: words.subject,
      greeting: words.greeting,
      paragraphs: [
        words.canceled,
        ...(withReason ? [words.reason] : []),
        `${words.calendar} ${linkedUrl(product, '{role}', '{space}')}${CALENDAR}`,
      ],
      action: { label: words.action, url: `${linkedUrl(product, '{role}', '{space}')}${PAGE}` },
      footer: words.footer,
    };
  });
}
