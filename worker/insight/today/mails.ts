import { LANGUAGES, type Language } from '../../identity/accounts/contract.ts';
import { layOutNotice } from '../../identity/accounts/mails.ts';
import { linkedUrl, type Mail } from '../../platform/mail.ts';
import { TODAY_KINDS } from './contract.ts';

/** Who asks waits for an answer, and of what comes near nobody is reminded by hand. */
const UNREMINDED = ['retake_asked', 'step_due', 'course_due', 'retake_due', 'certificate_expiring'] as const;
type Kind = Exclude<(typeof TODAY_KINDS)[number], (typeof UNREMINDED)[number]>;
const KINDS = TODAY_KINDS.filter((kind): kind is Kind => !UNREMINDED.some((other) => other === kind));

interface Product {
  name: string;
  url: string;
}

interface Words {
  greeting: string;
  subject: string;
  texts: Record<Kind, { text: string; action: string }>;
  subject_many: string;
  many: string;
  author: string;
  footer: string;
}

/** The database fills in {name}, {course}, {program}, {since}, {space}, {path}, {author}, {company} and the {items} of several. */
const WORDS: Record<Language, Words> = {
  uk: {
    greeting: 'Вітаємо!',
    subject: 'Нагадування: {name}',
    texts: {
      failed_twice: {
        text: 'Ви ще не склали «{name}» у курсі «{course}». Можна спробувати ще раз.',
        action: 'Відкрити сторінку тесту',
      },
      step_overdue: {
        text: 'Крок «{name}» програми «{program}» потрібно було завершити до {since}.',
        action: 'Перейти до навчання',
      },
      course_overdue: {
        text: 'Курс «{name}» потрібно було пройти до {since}.',
        action: 'Перейти до навчання',
      },
      retake_overdue: {
        text: 'Вам призначено перескладання «{name}» у курсі «{course}». Його потрібно було пройти до {since}.',
        action: 'Відкрити сторінку тесту',
      },
      certificate_expired: {
        text: 'Строк дії вашого сертифіката за курс «{name}» минув {since}. Щоб отримати новий, ще раз складіть тести й іспити курсу.',
        action: 'Відкрити курс',
      },
      silent: {
        text: 'Ваша остання активність у курсі «{name}» була {since}. Можна продовжити з того самого місця.',
        action: 'Продовжити курс',
      },
      never_began: {
        text: 'Вам призначено курс «{name}», і він чекає на вас із {since}.',
        action: 'Почати курс',
      },
    },
    subject_many: 'Нагадування про навчання: {company}',
    many: 'На вас чекає:',
    author: '{author} пише:',
    footer: 'Ви отримали цей лист, бо навчаєтеся в компанії {company}.',
  },
  en: {
    greeting: 'Hello,',
    subject: 'Reminder: {name}',
    texts: {
      failed_twice: {
        text: 'You have not passed “{name}” in the course “{course}” yet. You can try once more.',
        action: 'Open the test’s page',
      },
      step_overdue: {
        text: 'The step “{name}” of the program “{program}” was due on {since}.',
        action: 'Go on learning',
      },
      course_overdue: {
        text: 'The course “{name}” was due on {since}.',
        action: 'Go on learning',
      },
      retake_overdue: {
        text: 'You were granted a retake of “{name}” in the course “{course}”. It was to be taken by {since}.',
        action: 'Open the test’s page',
      },
      certificate_expired: {
        text: 'Your certificate for the course “{name}” expired on {since}. To get a new one, pass the tests and exams of the course once more.',
        action: 'Open the course',
      },
      silent: {
        text: 'You were last active in the course “{name}” on {since}. You can go on where you left off.',
        action: 'Continue the course',
      },
      never_began: {
        text: 'The course “{name}” is assigned to you and has been waiting since {since}.',
        action: 'Start the course',
      },
    },
    subject_many: 'Your training at {company}: a reminder',
    many: 'This is waiting for you:',
    author: 'A message from {author}:',
    footer: 'You received this email because you study at {company}.',
  },
  de: {
    greeting: 'Guten Tag!',
    subject: 'Erinnerung: {name}',
    texts: {
      failed_twice: {
        text: 'Sie haben „{name}“ im Kurs „{course}“ noch nicht bestanden. Sie können es noch einmal versuchen.',
        action: 'Seite des Tests öffnen',
      },
      step_overdue: {
        text: 'Der Schritt „{name}“ des Programms „{program}“ war am {since} fällig.',
        action: 'Weiterlernen',
      },
      course_overdue: {
        text: 'Der Kurs „{name}“ war am {since} fällig.',
        action: 'Weiterlernen',
      },
      retake_overdue: {
        text: 'Ihnen wurde eine Wiederholung von „{name}“ im Kurs „{course}“ gewährt. Sie war bis {since} abzulegen.',
        action: 'Seite des Tests öffnen',
      },
      certificate_expired: {
        text: 'Ihr Zertifikat für den Kurs „{name}“ ist am {since} abgelaufen. Um ein neues zu erhalten, legen Sie die Tests und Prüfungen des Kurses noch einmal ab.',
        action: 'Kurs öffnen',
      },
      silent: {
        text: 'Im Kurs „{name}“ waren Sie zuletzt am {since} aktiv. Sie können dort weitermachen, wo Sie aufgehört haben.',
        action: 'Kurs fortsetzen',
      },
      never_began: {
        text: 'Der Kurs „{name}“ ist Ihnen zugewiesen und wartet seit {since} auf Sie.',
        action: 'Kurs beginnen',
      },
    },
    subject_many: 'Ihre Schulung bei {company}: eine Erinnerung',
    many: 'Das wartet auf Sie:',
    author: 'Nachricht von {author}:',
    footer: 'Sie erhalten diese E-Mail, weil Sie bei {company} lernen.',
  },
};

/** Reminders in every language: about one thing of each kind, about several, and the lines that these are made of. */
export function reminderMails(product: Product, text: string) {
  const url = `${linkedUrl(product, 'student', '{space}')}{path}`;
  const own = ownWords(text);
  const mails = LANGUAGES.map((language) => {
    const words = WORDS[language];
    const { greeting, footer } = words;
    const said = own.length > 0 ? [words.author, ...own] : [];
    const one = (kind: Kind): Mail => {
      const { text: what, action } = words.texts[kind];
      return layOutNotice(product, language, {
        subject: words.subject,
        greeting,
        paragraphs: [what, ...said],
        action: { label: action, url },
        footer,
      });
    };
    const item = (kind: Kind): Mail => {
      const { text: what } = words.texts[kind];
      return { subject: '', text: `• ${what}\n  ${url}`, html: `<a href="${url}">{name}</a><br>${what}` };
    };
    const ofKinds = (make: (kind: Kind) => Mail) =>
      Object.fromEntries(KINDS.map((kind) => [kind, make(kind)]));
    const many = layOutNotice(product, language, {
      subject: words.subject_many,
      greeting,
      paragraphs: [words.many, '{items}', ...said],
      footer,
    });
    return [language, { one: ofKinds(one), item: ofKinds(item), many }];
  });
  return Object.fromEntries(mails) as Record<Language, { one: unknown; item: unknown; many: Mail }>;
}

/** The sender's lines; an invisible sign keeps what looks like a placeholder from being filled in. */
function ownWords(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim().replaceAll('{', '{\u2060'))
    .filter((line) => line !== '');
}
