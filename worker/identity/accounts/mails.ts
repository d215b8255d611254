import { layOutMail, subjectText, type Mail, type MailWords } from '../../platform/mail.ts';
import type { Sender } from '../../platform/context.ts';
import { deviceName } from '../../platform/words/device.ts';
import { LANGUAGES, type Language } from './contract.ts';

/** A mail in every language: the database knows which one the person reads. */
export type Mails = Record<Language, Mail>;

interface Product {
  name: string;
  url: string;
}

function inEveryLanguage(words: Record<Language, MailWords>): Mails {
  return Object.fromEntries(LANGUAGES.map((language) => [language, layOutMail(words[language])])) as Mails;
}

/** The mail that confirms the address of a company's new owner. */
export function confirmationMails(product: Product, token: string): Mails {
  const url = `${product.url}/accounts/email-confirmation?token=${token}`;
  return inEveryLanguage({
    uk: {
      subject: `Підтвердіть електронну пошту — ${product.name}`,
      greeting: 'Вітаємо!',
      paragraphs: [
        'Компанію зареєстровано. Щоб увійти, підтвердьте, що ця адреса належить вам.',
        'Посилання діє 3 дні.',
      ],
      action: { label: 'Підтвердити адресу', url },
      footer: 'Якщо ви не реєструвалися, просто не зважайте на цей лист.',
    },
    en: {
      subject: `Confirm your email address — ${product.name}`,
      greeting: 'Hello,',
      paragraphs: [
        'Your company is registered. Confirm that this address is yours to sign in.',
        'The link works for 3 days.',
      ],
      action: { label: 'Confirm address', url },
      footer: 'If you did not register, you can ignore this email.',
    },
    de: {
      subject: `E-Mail-Adresse bestätigen – ${product.name}`,
      greeting: 'Guten Tag!',
      paragraphs: [
        'Ihr Unternehmen ist registriert. Bestätigen Sie, dass diese Adresse Ihnen gehört, um sich anzumelden.',
        'Der Link gilt 3 Tage.',
      ],
      action: { label: 'Adresse bestätigen', url },
      footer: 'Falls Sie sich nicht registriert haben, können Sie diese E-Mail ignorieren.',
    },
  });
}

/** The link for a forgotten password. */
export function passwordResetMails(product: Product, token: string): Mails {
  const url = `${product.url}/accounts/password-reset?token=${token}`;
  return inEveryLanguage({
    uk: {
      subject: `Новий пароль — ${product.name}`,
      greeting: 'Вітаємо!',
      paragraphs: [
        'Хтось, імовірно ви, попросив змінити пароль до вашого облікового запису.',
        'Посилання діє одну годину і спрацює один раз. Після зміни пароля всі ваші сеанси завершаться.',
      ],
      action: { label: 'Створити новий пароль', url },
      footer: 'Якщо це були не ви, не зважайте на цей лист: пароль лишиться таким, як був.',
    },
    en: {
      subject: `New password — ${product.name}`,
      greeting: 'Hello,',
      paragraphs: [
        'Somebody, probably you, asked to change the password of your account.',
        'The link works once, within an hour. A new password ends all your sessions.',
      ],
      action: { label: 'Choose a new password', url },
      footer: 'If it was not you, you can ignore this email: your password stays as it is.',
    },
    de: {
      subject: `Neues Passwort – ${product.name}`,
      greeting: 'Guten Tag!',
      paragraphs: [
        'Jemand, vermutlich Sie, möchte das Passwort Ihres Kontos ändern.',
        'Der Link gilt eine Stunde und funktioniert einmal. Ein neues Passwort beendet alle Ihre Sitzungen.',
      ],
      action: { label: 'Neues Passwort wählen', url },
      footer: 'Falls Sie das nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.',
    },
  });
}

/** The invitation once more, on the invited person's own wish. */
export function registrationMails(product: Product, token: string): Mails {
  const url = `${product.url}/accounts/finish-registration?token=${token}`;
  return inEveryLanguage({
    uk: {
      subject: `Завершіть реєстрацію — ${product.name}`,
      greeting: 'Вітаємо!',
      paragraphs: [
        'Вас запрошено до навчання. Вкажіть ім’я та створіть пароль, щоб почати.',
        'Посилання діє 7 днів.',
      ],
      action: { label: 'Завершити реєстрацію', url },
      footer: 'Якщо ви про це не просили, просто не зважайте на цей лист.',
    },
    en: {
      subject: `Finish your registration — ${product.name}`,
      greeting: 'Hello,',
      paragraphs: [
        'You are invited to training. Enter your name and choose a password to begin.',
        'The link works for 7 days.',
      ],
      action: { label: 'Finish registration', url },
      footer: 'If you did not ask for this, you can ignore this email.',
    },
    de: {
      subject: `Registrierung abschließen – ${product.name}`,
      greeting: 'Guten Tag!',
      paragraphs: [
        'Sie sind zu einer Schulung eingeladen. Geben Sie Ihren Namen an und wählen Sie ein Passwort, um zu beginnen.',
        'Der Link gilt 7 Tage.',
      ],
      action: { label: 'Registrierung abschließen', url },
      footer: 'Falls Sie nicht darum gebeten haben, können Sie diese E-Mail ignorieren.',
    },
  });
}

/** How to sign in, for somebody who has an account; {login} stands for their name there. */
export function credentialsMails(product: Product, company: string): Mails {
  const url = `${product.url}/login`;
  return inEveryLanguage({
    uk: {
      subject: `Як увійти до навчання: ${subjectText(company)}`,
      greeting: 'Вітаємо!',
      paragraphs: [
        `Компанія ${company} нагадує, як увійти до навчання. Ваше ім’я для входу: {login}.`,
        'Якщо ви забули пароль, натисніть «Забули пароль?» на сторінці входу.',
      ],
      action: { label: 'Увійти', url },
      footer: 'Якщо ви не знаєте цієї компанії, просто не зважайте на цей лист.',
    },
    en: {
      subject: `How to sign in to your training: ${subjectText(company)}`,
      greeting: 'Hello,',
      paragraphs: [
        `${company} reminds you how to sign in to its training. Your sign-in name: {login}.`,
        'If you forgot your password, choose “Forgot your password?” on the sign-in page.',
      ],
      action: { label: 'Sign in', url },
      footer: 'If you do not know this company, you can ignore this email.',
    },
    de: {
      subject: `So melden Sie sich zur Schulung an: ${subjectText(company)}`,
      greeting: 'Guten Tag!',
      paragraphs: [
        `${company} erinnert Sie daran, wie Sie sich zur Schulung anmelden. Ihr Anmeldename: {login}.`,
        'Falls Sie Ihr Passwort vergessen haben, wählen Sie auf der Anmeldeseite „Passwort vergessen?“.',
      ],
      action: { label: 'Anmelden', url },
      footer: 'Falls Sie dieses Unternehmen nicht kennen, können Sie diese E-Mail ignorieren.',
    },
  });
}

/**
 * The mails of a wish for another e-mail: the link to the new address, what stands there instead where the address has an
 * account, and the notice to the old one.
 */
export const emailChangeMails = (product: Product, sender: Sender, email: string, token: string) => ({
  link: newAddressMails(product, token),
  taken: takenAddressMails(product),
  notice: securityMails(product, sender, 'email_asked', { email }),
});

function newAddressMails(product: Product, token: string) {
  const url = `${product.url}/profile/email?token=${token}`;
  return inEveryLanguage({
    uk: {
      subject: `Підтвердіть нову адресу — ${product.name}`,
      greeting: 'Вітаємо!',
      paragraphs: [
        'Хтось, імовірно ви, хоче входити з цією адресою. Відкрийте посилання там, де ви ввійшли до свого облікового запису.',
        'Посилання діє 1 день.',
      ],
      action: { label: 'Підтвердити адресу', url },
      footer: 'Якщо це були не ви, не зважайте на цей лист: нічого не зміниться.',
    },
    en: {
      subject: `Confirm your new address — ${product.name}`,
      greeting: 'Hello,',
      paragraphs: [
        'Somebody, probably you, wants to sign in with this address. Open the link where you are signed in to your account.',
        'The link works for 1 day.',
      ],
      action: { label: 'Confirm address', url },
      footer: 'If it was not you, you can ignore this email: nothing will change.',
    },
    de: {
      subject: `Neue Adresse bestätigen – ${product.name}`,
      greeting: 'Guten Tag!',
      paragraphs: [
        'Jemand, vermutlich Sie, möchte sich mit dieser Adresse anmelden. Öffnen Sie den Link dort, wo Sie in Ihrem Konto angemeldet sind.',
        'Der Link gilt 1 Tag.',
      ],
      action: { label: 'Adresse bestätigen', url },
      footer: 'Falls Sie das nicht waren, ignorieren Sie diese E-Mail: Nichts ändert sich.',
    },
  });
}

function takenAddressMails(product: Product) {
  const url = `${product.url}/login`;
  return inEveryLanguage({
    uk: {
      subject: `Ця адреса вже має обліковий запис — ${product.name}`,
      greeting: 'Вітаємо!',
      paragraphs: [
        'Хтось, імовірно ви, хоче додати цю адресу до іншого облікового запису. Вона вже має свій: увійдіть з нею.',
      ],
      action: { label: 'Увійти', url },
      footer: 'Якщо це були не ви, не зважайте на цей лист: нічого не зміниться.',
    },
    en: {
      subject: `This address has an account already — ${product.name}`,
      greeting: 'Hello,',
      paragraphs: [
        'Somebody, probably you, wants to add this address to another account. It has one of its own: sign in with it.',
      ],
      action: { label: 'Sign in', url },
      footer: 'If it was not you, you can ignore this email: nothing will change.',
    },
    de: {
      subject: `Diese Adresse hat schon ein Konto – ${product.name}`,
      greeting: 'Guten Tag!',
      paragraphs: [
        'Jemand, vermutlich Sie, möchte diese Adresse zu einem anderen Konto hinzufügen. Sie hat schon ein eigenes: Melden Sie sich damit an.',
      ],
      action: { label: 'Anmelden', url },
      footer: 'Falls Sie das nicht waren, ignorieren Sie diese E-Mail: Nichts ändert sich.',
    },
  });
}

/** What a person is told about when it changes, each in the three languages. */
const CHANGES = {
  password_changed: {
    uk: 'Пароль змінено.',
    en: 'Your password was changed.',
    de: 'Ihr Passwort wurde geändert.',
  },
  totp_on: {
    uk: 'Увімкнено вхід із застосунком для кодів.',
    en: 'Signing in with an authenticator app was turned on.',
    de: 'Die Anmeldung mit einer Authenticator-App wurde eingeschaltet.',
  },
  totp_off: {
    uk: 'Вимкнено вхід із застосунком для кодів.',
    en: 'Signing in with an authenticator app was turned off.',
    de: 'Die Anmeldung mit einer Authenticator-App wurde ausgeschaltet.',
  },
  key_added: {
    uk: 'Додано ключ безпеки.',
    en: 'A security key was added.',
    de: 'Ein Sicherheitsschlüssel wurde hinzugefügt.',
  },
  key_removed: {
    uk: 'Видалено ключ безпеки.',
    en: 'A security key was removed.',
    de: 'Ein Sicherheitsschlüssel wurde entfernt.',
  },
  codes_renewed: {
    uk: 'Створено нові резервні коди; попередні більше не діють.',
    en: 'New recovery codes were made; the earlier ones no longer work.',
    de: 'Neue Wiederherstellungscodes wurden erstellt; die bisherigen gelten nicht mehr.',
  },
  recovery_code_used: {
    uk: 'Виконано вхід із резервним кодом. Лишилося кодів: {left}.',
    en: 'Somebody signed in with a recovery code. Codes left: {left}.',
    de: 'Jemand hat sich mit einem Wiederherstellungscode angemeldet. Verbleibende Codes: {left}.',
  },
  provider_linked: {
    uk: 'Прив’язано вхід через {provider}.',
    en: 'Signing in with {provider} was linked.',
    de: 'Die Anmeldung über {provider} wurde verknüpft.',
  },
  provider_unlinked: {
    uk: 'Відв’язано вхід через {provider}.',
    en: 'Signing in with {provider} was unlinked.',
    de: 'Die Anmeldung über {provider} wurde getrennt.',
  },
  phone_changed: {
    uk: 'Змінено телефон, за яким можна входити.',
    en: 'The phone that signs you in was changed.',
    de: 'Die Telefonnummer, mit der Sie sich anmelden können, wurde geändert.',
  },
  factors_removed: {
    uk: 'На прохання про втрачений другий фактор підтримка прибрала застосунок для кодів, ключі безпеки й резервні коди та завершила всі сеанси. Для входу досить пароля, доки ви не налаштуєте другий фактор знову.',
    en: 'After a request about a lost second factor, support removed the authenticator app, security keys and recovery codes, and ended all sessions. The password alone signs you in until you set up a second factor again.',
    de: 'Nach einer Anfrage zu einem verlorenen zweiten Faktor hat der Support Authenticator-App, Sicherheitsschlüssel und Wiederherstellungscodes entfernt und alle Sitzungen beendet. Bis Sie wieder einen zweiten Faktor einrichten, genügt zur Anmeldung das Passwort.',
  },
  /** The database fills in whose it is. */
  directory_token_made: {
    uk: 'У компанії «{company}» створено токен каталогу «{token}». Хто його має, запрошує, блокує й вилучає людей і змінює групи. Відкликати токен можна на сторінці редагування компанії.',
    en: 'In the company “{company}” a directory token was made, “{token}”. Whoever has it invites, blocks and removes people and changes groups. It can be revoked on the company’s edit page.',
    de: 'Im Unternehmen „{company}“ wurde ein Verzeichnis-Token „{token}“ erstellt. Wer es hat, kann Personen einladen, sperren und entfernen und Gruppen ändern. Widerrufen lässt es sich auf der Bearbeitungsseite des Unternehmens.',
  },
  email_asked: {
    uk: 'Запитано зміну електронної пошти на {email}. Вона зміниться, щойно нову адресу підтвердять.',
    en: 'A change of your email to {email} was asked for. It counts once the new address is confirmed.',
    de: 'Eine Änderung Ihrer E-Mail-Adresse in {email} wurde angefragt. Sie gilt, sobald die neue Adresse bestätigt ist.',
  },
} as const satisfies Record<string, Record<Language, string>>;

/** Where it happened. */
const DEVICE = {
  uk: (device: string) => ` Пристрій: ${device || 'невідомий'}.`,
  en: (device: string) => ` Device: ${device || 'unknown'}.`,
  de: (device: string) => ` Gerät: ${device || 'unbekannt'}.`,
} as const satisfies Record<Language, unknown>;

/** When it happened; the database fills in {when}, on the clocks of the person. */
const WHEN = {
  uk: 'Коли: {when}.',
  en: 'When: {when}.',
  de: 'Wann: {when}.',
} as const satisfies Record<Language, string>;

/**
 * Tells the owner of an account that what protects it has changed, for `notify_person` in the database.
 * @param sender null: whoever runs the product did it
 * @param values what stands in the sentence of the change
 */
export function securityMails(
  product: Product,
  sender: Sender | null,
  change: keyof typeof CHANGES,
  values: { email?: string; provider?: string } = {},
): Mails {
  const url = `${product.url}/profile#security`;
  const paragraphsIn = (language: Language, warning: string) => {
    const what = Object.entries(values).reduce<string>(
      (text, [key, value]) => text.replace(`{${key}}`, () => value),
      CHANGES[change][language],
    );
    const where = sender ? DEVICE[language](deviceName(sender.device)) : '';
    return [what, WHEN[language] + where, warning];
  };
  return inEveryLanguage({
    uk: {
      subject: `Зміна в безпеці облікового запису — ${product.name}`,
      greeting: 'Вітаємо!',
      paragraphs: paragraphsIn('uk', 'Якщо це зробили не ви, негайно змініть пароль і завершіть усі сеанси.'),
      action: { label: 'Переглянути безпеку', url },
      footer: 'Цей лист надсилається щоразу, коли змінюється захист вашого облікового запису.',
    },
    en: {
      subject: `Change in your account’s security — ${product.name}`,
      greeting: 'Hello,',
      paragraphs: paragraphsIn('en', 'If it was not you, change your password and end all sessions at once.'),
      action: { label: 'Review security', url },
      footer: 'This email is sent whenever the protection of your account changes.',
    },
    de: {
      subject: `Änderung an der Sicherheit Ihres Kontos – ${product.name}`,
      greeting: 'Guten Tag!',
      paragraphs: paragraphsIn(
        'de',
        'Falls Sie das nicht waren, ändern Sie sofort Ihr Passwort und beenden Sie alle Sitzungen.',
      ),
      action: { label: 'Sicherheit ansehen', url },
      footer: 'Diese E-Mail wird immer gesendet, wenn sich der Schutz Ihres Kontos ändert.',
    },
  });
}

const CHOICES: Record<Language, string> = {
  uk: 'Вибрати, про що й коли вам писати',
  en: 'Choose what you are emailed about, and when',
  de: 'Wählen, worüber und wann Sie E-Mails erhalten',
};

/** Lays out a mail of a kind that a person may choose to do without: its last line leads to the choices. */
export function layOutNotice(product: { url: string }, language: Language, words: MailWords): Mail {
  return layOutMail({
    ...words,
    choices: { label: CHOICES[language], url: `${product.url}/profile#notifications` },
  });
}
