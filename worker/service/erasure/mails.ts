import { LANGUAGES, type Language } from '../../identity/accounts/contract.ts';
import type { Mails } from '../../identity/accounts/mails.ts';
import { layOutMail, linkedUrl, type MailWords } from '../../platform/mail.ts';

interface Product {
  name: string;
  url: string;
}

type Words = Record<Language, MailWords>;
const laidOut = (words: Words): Mails =>
  Object.fromEntries(LANGUAGES.map((language) => [language, layOutMail(words[language])])) as Mails;

/** To somebody whose data was erased: on their own wish, or by the company they had left. */
export function erasedMails({ name }: Product, by: 'oneself' | 'company'): Mails {
  const own = by === 'oneself';
  return laidOut({
    uk: {
      subject: `Ваші персональні дані стерто — ${name}`,
      greeting: 'Вітаємо!',
      paragraphs: [
        own
          ? 'На ваше прохання ми стерли ваш обліковий запис і все, що вказувало на вас.'
          : 'Компанія, у якій ви навчалися, стерла ваш обліковий запис і все, що вказувало на вас.',
        'Результати тестів і номери сертифікатів залишилися без імені. Увійти чи відновити дані вже неможливо.',
      ],
      footer: 'Це останній лист: вашої адреси в нас більше немає.',
    },
    en: {
      subject: `Your personal data was erased — ${name}`,
      greeting: 'Hello,',
      paragraphs: [
        own
          ? 'As you asked, we have erased your account and everything that pointed to you.'
          : 'The company you were trained by has erased your account and everything that pointed to you.',
        'Test results and certificate numbers remain without a name. Signing in or restoring the data is no longer possible.',
      ],
      footer: 'This is the last email: we no longer have your address.',
    },
    de: {
      subject: `Ihre personenbezogenen Daten wurden gelöscht – ${name}`,
      greeting: 'Guten Tag!',
      paragraphs: [
        own
          ? 'Auf Ihren Wunsch haben wir Ihr Konto und alles gelöscht, was auf Sie hinwies.'
          : 'Das Unternehmen, bei dem Sie geschult wurden, hat Ihr Konto und alles gelöscht, was auf Sie hinwies.',
        'Testergebnisse und Zertifikatsnummern bleiben ohne Namen erhalten. Eine Anmeldung oder Wiederherstellung ist nicht mehr möglich.',
      ],
      footer: 'Dies ist die letzte E-Mail: Ihre Adresse liegt uns nicht mehr vor.',
    },
  });
}

/** The page of the company; the database fills in which, and the strongest role that whoever reads it has there. */
const pageOf = (product: Product) => `${linkedUrl(product, '{role}', '{space}')}/company/{space}`;

/** To the new owner and to the one before; the database fills in {company} and {name}, who the other one is. */
export function ownershipMails(product: Product): Record<'new' | 'former', Mails> {
  const action = (label: string) => ({ label, url: pageOf(product) });
  return {
    new: laidOut({
      uk: {
        subject: 'Тепер ви власник компанії {company}',
        greeting: 'Вітаємо!',
        paragraphs: ['{name} передає вам компанію {company}. Відтепер ви її власник.'],
        action: action('Відкрити компанію'),
        footer: 'Якщо це непорозуміння, зверніться до попереднього власника.',
      },
      en: {
        subject: 'You now own {company}',
        greeting: 'Hello,',
        paragraphs: ['{name} has handed {company} over to you. From now on you are its owner.'],
        action: action('Open the company'),
        footer: 'If this is a mistake, contact the former owner.',
      },
      de: {
        subject: 'Ihnen gehört jetzt {company}',
        greeting: 'Guten Tag!',
        paragraphs: ['{name} hat Ihnen {company} übergeben. Das Unternehmen gehört ab jetzt Ihnen.'],
        action: action('Unternehmen öffnen'),
        footer:
          'Falls das ein Irrtum ist, wenden Sie sich an die bisherige Inhaberin oder den bisherigen Inhaber.',
      },
    }),
    former: laidOut({
      uk: {
        subject: 'Компанію {company} передано',
        greeting: 'Вітаємо!',
        paragraphs: ['Новий власник компанії {company} — {name}. Ви залишаєтеся в ній адміністратором.'],
        action: action('Відкрити компанію'),
        footer: 'Якщо це зробили не ви, негайно змініть пароль і зверніться до підтримки.',
      },
      en: {
        subject: '{company} was handed over',
        greeting: 'Hello,',
        paragraphs: ['The new owner of {company} is {name}. You stay in it as an admin.'],
        action: action('Open the company'),
        footer: 'If it was not you, change your password at once and contact support.',
      },
      de: {
        subject: '{company} wurde übergeben',
        greeting: 'Guten Tag!',
        paragraphs: ['{company} gehört jetzt {name}. Sie bleiben dort in der Administration.'],
        action: action('Unternehmen öffnen'),
        footer:
          'Falls Sie das nicht waren, ändern Sie sofort Ihr Passwort und wenden Sie sich an den Support.',
      },
    }),
  };
}

/** To all who administer a company that is to be erased; the database fills in {company} and {date}. */
export function companyErasureMails(product: Product): Mails {
  const url = pageOf(product);
  return laidOut({
    uk: {
      subject: 'Компанію {company} буде стерто {date}',
      greeting: 'Вітаємо!',
      paragraphs: [
        'Власник попросив стерти компанію {company}. {date} ми незворотно видалимо її людей, курси, результати, сертифікати й файли.',
        'До того дня все працює, як завжди. Завантажте те, що маєте зберегти; власник і адміністратори можуть скасувати стирання.',
      ],
      action: { label: 'Відкрити компанію', url },
      footer: 'Ви отримали цей лист, бо керуєте цією компанією.',
    },
    en: {
      subject: '{company} will be erased on {date}',
      greeting: 'Hello,',
      paragraphs: [
        'Its owner has asked to erase {company}. On {date} its people, courses, results, certificates and files will be removed for good.',
        'Until that day everything works as usual. Download what you have to keep; the owner and admins can take this back.',
      ],
      action: { label: 'Open the company', url },
      footer: 'You received this email because you administer this company.',
    },
    de: {
      subject: '{company} wird am {date} gelöscht',
      greeting: 'Guten Tag!',
      paragraphs: [
        'Die Löschung von {company} wurde veranlasst. Am {date} werden Personen, Kurse, Ergebnisse, Zertifikate und Dateien endgültig entfernt.',
        'Bis dahin funktioniert alles wie gewohnt. Laden Sie herunter, was Sie aufbewahren müssen; Inhaber und Administratoren können die Löschung zurücknehmen.',
      ],
      action: { label: 'Unternehmen öffnen', url },
      footer: 'Sie erhalten diese E-Mail, weil Sie dieses Unternehmen verwalten.',
    },
  });
}

/** To the same, when that was taken back. */
export function companyKeptMails(product: Product): Mails {
  const url = pageOf(product);
  return laidOut({
    uk: {
      subject: 'Стирання компанії {company} скасовано',
      greeting: 'Вітаємо!',
      paragraphs: ['Компанія {company} залишається: її дані не буде стерто.'],
      action: { label: 'Відкрити компанію', url },
      footer: 'Ви отримали цей лист, бо керуєте цією компанією.',
    },
    en: {
      subject: '{company} will not be erased',
      greeting: 'Hello,',
      paragraphs: ['{company} stays: its data will not be erased.'],
      action: { label: 'Open the company', url },
      footer: 'You received this email because you administer this company.',
    },
    de: {
      subject: '{company} wird nicht gelöscht',
      greeting: 'Guten Tag!',
      paragraphs: ['{company} bleibt bestehen: Die Daten werden nicht gelöscht.'],
      action: { label: 'Unternehmen öffnen', url },
      footer: 'Sie erhalten diese E-Mail, weil Sie dieses Unternehmen verwalten.',
    },
  });
}

/** To the same, on the day. */
export function companyErasedMails({ name }: Product): Mails {
  return laidOut({
    uk: {
      subject: 'Компанію {company} стерто',
      greeting: 'Вітаємо!',
      paragraphs: [
        `Строк минув: усі дані компанії {company} на платформі ${name} видаляються. Увійти до неї вже неможливо.`,
      ],
      footer: 'Це останній лист про цю компанію.',
    },
    en: {
      subject: '{company} is erased',
      greeting: 'Hello,',
      paragraphs: [
        `The day has come: all data of {company} on ${name} is being removed. It can no longer be entered.`,
      ],
      footer: 'This is the last email about this company.',
    },
    de: {
      subject: '{company} ist gelöscht',
      greeting: 'Guten Tag!',
      paragraphs: [
        `Die Frist ist abgelaufen: Alle Daten von {company} auf ${name} werden entfernt. Eine Anmeldung ist dort nicht mehr möglich.`,
      ],
      footer: 'Dies ist die letzte E-Mail zu diesem Unternehmen.',
    },
  });
}
