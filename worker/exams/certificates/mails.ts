import { LANGUAGES, type Language } from '../../identity/accounts/contract.ts';
import { layOutNotice, type Mails } from '../../identity/accounts/mails.ts';
import { linkedUrl } from '../../platform/mail.ts';

/** The database fills in {name}, {company}, {course}, {number}, {address}, {course_id}, {space} and {date} of each certificate. */
const WORDS = {
  uk: {
    subject: 'Ваш сертифікат: {course}',
    greeting: 'Вітаємо, {name}!',
    earned: 'Ви успішно завершили курс «{course}» й отримали сертифікат № {number}.',
    until: 'Він дійсний до {date}.',
    check: 'Кожен, кому ви покажете сертифікат, може перевірити його за адресою:',
    action: 'Завантажити сертифікат',
    footer: 'Ви отримали цей лист, бо навчаєтеся на цьому курсі в компанії {company}.',
  },
  en: {
    subject: 'Your certificate: {course}',
    greeting: 'Congratulations, {name}!',
    earned: 'You have completed the course “{course}” and earned certificate no. {number}.',
    until: 'It is valid until {date}.',
    check: 'Anybody you show it to can check it at:',
    action: 'Download the certificate',
    footer: 'You received this email because you study this course at {company}.',
  },
  de: {
    subject: 'Ihr Zertifikat: {course}',
    greeting: 'Herzlichen Glückwunsch, {name}!',
    earned:
      'Sie haben den Kurs „{course}“ erfolgreich abgeschlossen und das Zertifikat Nr. {number} erhalten.',
    until: 'Es ist bis zum {date} gültig.',
    check: 'Wem Sie es vorlegen, kann es hier prüfen:',
    action: 'Zertifikat herunterladen',
    footer: 'Sie erhalten diese E-Mail, weil Sie in diesem Kurs bei {company} lernen.',
  },
} as const satisfies Record<Language, unknown>;

/** That a certificate was issued, until when it holds, with the way to it and to the page that checks it. */
export function issuedMails(product: { url: string }): Record<'for_good' | 'until', Mails> {
  const of = (kind: 'for_good' | 'until') =>
    Object.fromEntries(
      LANGUAGES.map((language) => {
        const { subject, greeting, earned, until, check, action, footer } = WORDS[language];
        const mail = layOutNotice(product, language, {
          subject,
          greeting,
          paragraphs: [
            kind === 'until' ? `${earned} ${until}` : earned,
            `${check} ${product.url}/certificate/{address}`,
          ],
          action: { label: action, url: `${linkedUrl(product, 'student', '{space}')}/profile#certificates` },
          footer,
        });
        return [language, mail];
      }),
    ) as Mails;
  return { for_good: of('for_good'), until: of('until') };
}

const EXPIRY = {
  uk: {
    subject: {
      soon: 'Строк дії сертифіката спливає {date}: {course}',
      expired: 'Строк дії сертифіката минув: {course}',
    },
    greeting: 'Вітаємо, {name}!',
    soon: 'Ваш сертифікат № {number} за курс «{course}» дійсний до {date}.',
    expired: 'Строк дії вашого сертифіката № {number} за курс «{course}» минув {date}.',
    what: 'Щоб отримати новий, ще раз складіть тести й іспити курсу. Новий сертифікат буде видано автоматично.',
    help: 'Якщо спроб не залишилося або курс для вас закрито, зверніться до свого тренера чи менеджера.',
    open: 'Тести вже відкрито: спроби у вас є.',
    action: 'Відкрити курс',
    footer: 'Ви отримали цей лист, бо маєте сертифікат компанії {company} з обмеженим строком дії.',
  },
  en: {
    subject: {
      soon: 'Your certificate expires on {date}: {course}',
      expired: 'Your certificate has expired: {course}',
    },
    greeting: 'Hello, {name},',
    soon: 'Your certificate no. {number} for the course “{course}” is valid until {date}.',
    expired: 'Your certificate no. {number} for the course “{course}” expired on {date}.',
    what: 'To get a new one, pass the tests and exams of the course once more. It is then issued automatically.',
    help: 'If you have no attempts left, or the course is closed to you, please ask your trainer or manager.',
    open: 'The tests are open to you already: you have attempts left.',
    action: 'Open the course',
    footer:
      'You received this email because you hold a certificate of {company} that is valid for a limited time.',
  },
  de: {
    subject: {
      soon: 'Ihr Zertifikat läuft am {date} ab: {course}',
      expired: 'Ihr Zertifikat ist abgelaufen: {course}',
    },
    greeting: 'Guten Tag, {name}!',
    soon: 'Ihr Zertifikat Nr. {number} für den Kurs „{course}“ ist bis zum {date} gültig.',
    expired: 'Ihr Zertifikat Nr. {number} für den Kurs „{course}“ ist am {date} abgelaufen.',
    what: 'Um ein neues zu erhalten, legen Sie die Tests und Prüfungen des Kurses noch einmal ab. Es wird dann automatisch ausgestellt.',
    help: 'Falls Sie keine Versuche mehr haben oder der Kurs für Sie geschlossen ist, wenden Sie sich bitte an Ihren Trainer oder Manager.',
    open: 'Die Tests sind bereits für Sie geöffnet: Sie haben noch Versuche.',
    action: 'Kurs öffnen',
    footer:
      'Sie erhalten diese E-Mail, weil Sie ein Zertifikat von {company} mit begrenzter Gültigkeit besitzen.',
  },
} as const satisfies Record<Language, unknown>;

type Expiry = 'soon' | 'expired' | 'soon_open' | 'expired_open';

/** That a certificate will expire, and that it has, with what to do; `_open`: where its tests can be started. */
export function expiryMails(product: { url: string }): Record<Expiry, Mails> {
  const of = (kind: 'soon' | 'expired', isOpen: boolean) =>
    Object.fromEntries(
      LANGUAGES.map((language) => {
        const { subject, greeting, what, open, help, action, footer, ...words } = EXPIRY[language];
        const mail = layOutNotice(product, language, {
          subject: subject[kind],
          greeting,
          paragraphs: [words[kind], what, isOpen ? open : help],
          action: { label: action, url: `${linkedUrl(product, 'student', '{space}')}/course/{course_id}` },
          footer,
        });
        return [language, mail];
      }),
    ) as Mails;
  return {
    soon: of('soon', false),
    expired: of('expired', false),
    soon_open: of('soon', true),
    expired_open: of('expired', true),
  };
}
