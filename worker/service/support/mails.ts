import { LANGUAGES, type Language } from '../../identity/accounts/contract.ts';
import type { UserType } from '../../access/contract.ts';
import { layOutMail, type Mail } from '../../platform/mail.ts';
import type { FEEDBACK_CATEGORIES } from './contract.ts';

type Category = (typeof FEEDBACK_CATEGORIES)[number];

interface Product {
  name: string;
  url: string;
}

interface Feedback {
  category: Category;
  text: string;
  page: string;
  device: string;
}

interface Words {
  categories: Record<Category, string>;
  roles: Record<UserType, string>;
  from: string;
  no_email: string;
  page: string;
  device: string;
  screenshot: string;
  none: string;
  kept: string;
}

/** The database fills in {company}, {company_id}, {name}, {email}, {role}, {id} and {screenshot}. */
const WORDS: Record<Language, Words> = {
  uk: {
    categories: { question: 'Запитання', problem: 'Проблема', idea: 'Ідея', praise: 'Подяка' },
    roles: {
      owner: 'власник',
      admin: 'адміністратор',
      manager: 'менеджер',
      trainer: 'тренер',
      student: 'студент',
    },
    from: 'Пише {name}, {role} компанії {company} (№ {company_id}). Відповідь чекає на адресі: {email}',
    no_email: 'адреси немає',
    page: 'Сторінка: {page}',
    device: 'Браузер: {device}',
    screenshot: 'Є знімок екрана: npm run vendor -- feedback {id}',
    none: 'Знімка екрана немає.',
    kept: 'Повідомлення № {id}',
  },
  en: {
    categories: { question: 'Question', problem: 'Problem', idea: 'Idea', praise: 'Praise' },
    roles: { owner: 'owner', admin: 'admin', manager: 'manager', trainer: 'trainer', student: 'student' },
    from: 'From {name}, {role} at {company} (no. {company_id}). Answer to: {email}',
    no_email: 'no address',
    page: 'Page: {page}',
    device: 'Browser: {device}',
    screenshot: 'There is a screenshot: npm run vendor -- feedback {id}',
    none: 'No screenshot.',
    kept: 'Message no. {id}',
  },
  de: {
    categories: { question: 'Frage', problem: 'Problem', idea: 'Idee', praise: 'Lob' },
    roles: {
      owner: 'Inhaber',
      admin: 'Administrator',
      manager: 'Manager',
      trainer: 'Trainer',
      student: 'Lernende:r',
    },
    from: 'Von {name} ({role}), {company} (Nr. {company_id}). Antwort an: {email}',
    no_email: 'keine Adresse',
    page: 'Seite: {page}',
    device: 'Browser: {device}',
    screenshot: 'Ein Bildschirmfoto ist dabei: npm run vendor -- feedback {id}',
    none: 'Kein Bildschirmfoto.',
    kept: 'Nachricht Nr. {id}',
  },
};

/** A message as it goes to whoever runs the product, in each language a person may have, with the words it needs. */
export function feedbackMails(product: Product, feedback: Feedback) {
  const mails = LANGUAGES.map((language) => {
    const words = WORDS[language];
    const mail: Mail = layOutMail({
      subject: `[${product.name}] ${words.categories[feedback.category]}: {company}`,
      greeting: words.from,
      paragraphs: [
        ...feedback.text.split(/\n+/).map(literal),
        words.page.replace('{page}', () => literal(feedback.page && `${product.url}${feedback.page}`)),
        words.device.replace('{device}', () => literal(feedback.device)),
        '{screenshot}',
      ],
      footer: words.kept,
    });
    const { roles, no_email, screenshot, none } = words;
    return [language, { mail, words: { roles, no_email, screenshot, none } }];
  });
  return Object.fromEntries(mails) as Record<Language, { mail: Mail; words: unknown }>;
}

/** An invisible sign keeps what looks like a placeholder from being filled in. */
const literal = (line: string): string => line.replaceAll('{', '{\u2060');
