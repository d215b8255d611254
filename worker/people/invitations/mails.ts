import { LANGUAGES, type Language } from '../../identity/accounts/contract.ts';
import { layOutMail, subjectText, type Mail, type MailLink, type MailWords } from '../../platform/mail.ts';

interface Product {
  name: string;
  url: string;
}

/** Who invites whom into what, as far as it is known when the mail is written. */
export interface Inviting {
  company: string;
  /** The name of the person who invites; empty where there is none. */
  inviter: string;
}

/** An invitation by how much waits for the person: nothing yet, what its {places} name, or {more} than these. */
export interface InvitationMail {
  alone: Mail;
  named: Mail;
  more: Mail;
  /** What stands before the names of each kind. */
  kinds: Record<'programs' | 'courses' | 'groups', string>;
}

/** The database fills in {places}, {more} and {until}, which it knows when the mail is queued. */
const WORDS = {
  uk: {
    subject: (company: string) => `Запрошення до навчання: ${company}`,
    greeting: 'Вітаємо!',
    invites: ({ company, inviter }: Inviting, product: string) =>
      `${inviter ? `${inviter} запрошує` : 'Вас запрошують'} до навчання в компанії ${company} на платформі ${product}.`,
    named: 'На вас чекають {places}.',
    more: 'На вас чекають {places}; та ще {more}.',
    kinds: { programs: 'програми', courses: 'курси', groups: 'групи' },
    how: 'Доки ви не приймете запрошення, компанія бачить лише те, що вписала сама. Посилання діє до {until}.',
    accept: 'Прийняти запрошення',
    decline: 'Відхилити',
    unknown: 'Я не знаю цієї компанії — більше не писати мені від неї',
    footer: 'Якщо нічого не робити, запрошення саме втратить чинність.',
  },
  en: {
    subject: (company: string) => `Invitation to training: ${company}`,
    greeting: 'Hello,',
    invites: ({ company, inviter }: Inviting, product: string) =>
      `${inviter ? `${inviter} invites you` : 'You are invited'} to the training of ${company} on ${product}.`,
    named: 'Waiting for you – {places}.',
    more: 'Waiting for you – {places}; and {more} more.',
    kinds: { programs: 'programs', courses: 'courses', groups: 'groups' },
    how: 'Until you accept, the company sees nothing but what it typed itself. The link works until {until}.',
    accept: 'Accept invitation',
    decline: 'Decline',
    unknown: 'I do not know this company: no more emails from it',
    footer: 'If you do nothing, the invitation expires by itself.',
  },
  de: {
    subject: (company: string) => `Einladung zur Schulung: ${company}`,
    greeting: 'Guten Tag!',
    invites: ({ company, inviter }: Inviting, product: string) =>
      `${inviter ? `${inviter} lädt Sie` : 'Sie werden'} zu den Schulungen von ${company} auf ${product} ein${inviter ? '' : 'geladen'}.`,
    named: 'Auf Sie warten {places}.',
    more: 'Auf Sie warten {places}; und {more} mehr.',
    kinds: { programs: 'Programme', courses: 'Kurse', groups: 'Gruppen' },
    how: 'Solange Sie nicht annehmen, sieht das Unternehmen nur, was es selbst eingetragen hat. Der Link gilt bis {until}.',
    accept: 'Einladung annehmen',
    decline: 'Ablehnen',
    unknown: 'Ich kenne dieses Unternehmen nicht: keine E-Mails mehr von ihm',
    footer: 'Wenn Sie nichts tun, verfällt die Einladung von selbst.',
  },
} as const satisfies Record<Language, unknown>;

/**
 * The invitation of a company, the same for somebody new and for somebody who has an account.
 * @param token the secret of the link, or what stands in its place until the database knows whose it is
 */
export function invitationMails(
  product: Product,
  inviting: Inviting,
  token: string,
): Record<Language, InvitationMail> {
  const url = `${product.url}/accounts/finish-registration?token=${token}`;
  // What a company may write into a stranger's mail is names, and no addresses.
  const company = subjectText(inviting.company);
  const inviter = inviting.inviter && subjectText(inviting.inviter);
  const mailIn = (language: Language, places?: 'named' | 'more'): Mail => {
    const words = WORDS[language];
    const links: MailLink[] = [
      { label: words.decline, url: `${url}&answer=decline` },
      { label: words.unknown, url: `${url}&answer=unknown` },
    ];
    const laidOut: MailWords = {
      subject: words.subject(company),
      greeting: words.greeting,
      paragraphs: [
        words.invites({ company, inviter }, product.name),
        ...(places ? [words[places]] : []),
        words.how,
      ],
      action: { label: words.accept, url },
      links,
      footer: words.footer,
    };
    return layOutMail(laidOut);
  };
  const mails = LANGUAGES.map((language) => [
    language,
    {
      alone: mailIn(language),
      named: mailIn(language, 'named'),
      more: mailIn(language, 'more'),
      kinds: WORDS[language].kinds,
    },
  ]);
  return Object.fromEntries(mails) as Record<Language, InvitationMail>;
}
