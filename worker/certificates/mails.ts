import { LANGUAGES, type Language } from '../accounts/contract.ts';
import type { Mails } from '../accounts/mails.ts';
import { layOutMail } from '../platform/mail.ts';

/** The database fills in {name}, {course}, {number} and {address} of each certificate. */
const WORDS = {
  uk: {
    subject: 'Ваш сертифікат: {course}',
    greeting: 'Вітаємо, {name}!',
    earned: 'Ви успішно завершили курс «{course}» й отримали сертифікат № {number}.',
    check: 'Кожен, кому ви покажете сертифікат, може перевірити його за адресою:',
    action: 'Завантажити сертифікат',
    footer: 'Ви отримали цей лист, бо навчаєтеся на цьому курсі.',
  },
  en: {
    subject: 'Your certificate: {course}',
    greeting: 'Congratulations, {name}!',
    earned: 'You have completed the course “{course}” and earned certificate no. {number}.',
    check: 'Anybody you show it to can check it at:',
    action: 'Download the certificate',
    footer: 'You received this mail because you study this course.',
  },
  de: {
    subject: 'Ihr Zertifikat: {course}',
    greeting: 'Herzlichen Glückwunsch, {name}!',
    earned:
      'Sie haben den Kurs „{course}“ erfolgreich abgeschlossen und das Zertifikat Nr. {number} erhalten.',
    check: 'Wem Sie es vorlegen, kann es hier prüfen:',
    action: 'Zertifikat herunterladen',
    footer: 'Sie erhalten diese E-Mail, weil Sie diesen Kurs besuchen.',
  },
} as const satisfies Record<Language, unknown>;

/** That a certificate was issued, with the way to it and to the page that checks it. */
export function issuedMails(product: { url: string }): Mails {
  const mailIn = (language: Language) => {
    const { subject, greeting, earned, check, action, footer } = WORDS[language];
    return layOutMail({
      subject,
      greeting,
      paragraphs: [earned, `${check} ${product.url}/certificate/{address}`],
      action: { label: action, url: `${product.url}/profile#certificates` },
      footer,
    });
  };
  return Object.fromEntries(LANGUAGES.map((language) => [language, mailIn(language)])) as Mails;
}
