import { layOutMail, type Mail } from '../platform/mail.ts';
import { LANGUAGES, type Language } from './contract.ts';

interface Product {
  name: string;
  url: string;
}

/** The mail that confirms the address of a company's new owner. */
export function confirmationMail(
  language: Language,
  product: Product,
  first_name: string,
  token: string,
): Mail {
  const url = `${product.url}/accounts/email-confirmation?token=${token}`;
  const words = {
    uk: {
      subject: `Підтвердіть електронну пошту — ${product.name}`,
      greeting: `Вітаємо, ${first_name}!`,
      paragraphs: [
        'Компанію зареєстровано. Щоб увійти, підтвердьте, що ця адреса належить вам.',
        'Посилання діє 3 дні.',
      ],
      action: { label: 'Підтвердити адресу', url },
      footer: 'Якщо ви не реєструвалися, просто не зважайте на цей лист.',
    },
    en: {
      subject: `Confirm your e-mail address — ${product.name}`,
      greeting: `Hello ${first_name},`,
      paragraphs: [
        'Your company is registered. Confirm that this address is yours to sign in.',
        'The link works for 3 days.',
      ],
      action: { label: 'Confirm address', url },
      footer: 'If you did not register, you can ignore this mail.',
    },
    de: {
      subject: `E-Mail-Adresse bestätigen — ${product.name}`,
      greeting: `Guten Tag ${first_name},`,
      paragraphs: [
        'Ihr Unternehmen ist registriert. Bestätigen Sie, dass diese Adresse Ihnen gehört, um sich anzumelden.',
        'Der Link gilt 3 Tage.',
      ],
      action: { label: 'Adresse bestätigen', url },
      footer: 'Falls Sie sich nicht registriert haben, können Sie diese E-Mail ignorieren.',
    },
  } as const satisfies Record<Language, unknown>;
  return layOutMail({ ...words[language], paragraphs: [...words[language].paragraphs] });
}

/** The invitation in every language: the database knows which one the person reads, and whether they are known. */
export function invitationMails(product: Product, company: string, token: string) {
  const accept = `${product.url}/accounts/finish-registration?token=${token}`;
  const signIn = `${product.url}/login`;
  const words = {
    uk: {
      subject: `Запрошення до навчання: ${company}`,
      greeting: 'Вітаємо!',
      fresh: `Компанія «${company}» запрошує вас до навчання на платформі ${product.name}. Вкажіть ім’я та створіть пароль.`,
      known: `Компанія «${company}» додала вас до свого навчання. Увійдіть зі своїм звичним паролем.`,
      life: 'Посилання діє 7 днів.',
      accept: 'Прийняти запрошення',
      signIn: 'Увійти',
      footer: 'Якщо ви не знаєте цієї компанії, просто не зважайте на цей лист.',
    },
    en: {
      subject: `Invitation to training: ${company}`,
      greeting: 'Hello,',
      fresh: `${company} invites you to its training on ${product.name}. Enter your name and choose a password.`,
      known: `${company} has added you to its training. Sign in with your usual password.`,
      life: 'The link works for 7 days.',
      accept: 'Accept invitation',
      signIn: 'Sign in',
      footer: 'If you do not know this company, you can ignore this mail.',
    },
    de: {
      subject: `Einladung zur Schulung: ${company}`,
      greeting: 'Guten Tag,',
      fresh: `${company} lädt Sie zu Schulungen auf ${product.name} ein. Geben Sie Ihren Namen an und wählen Sie ein Passwort.`,
      known: `${company} hat Sie zu den eigenen Schulungen hinzugefügt. Melden Sie sich mit Ihrem gewohnten Passwort an.`,
      life: 'Der Link gilt 7 Tage.',
      accept: 'Einladung annehmen',
      signIn: 'Anmelden',
      footer: 'Falls Sie dieses Unternehmen nicht kennen, können Sie diese E-Mail ignorieren.',
    },
  } as const;
  const mails: Record<'new' | 'known', Partial<Record<Language, Mail>>> = { new: {}, known: {} };
  for (const language of LANGUAGES) {
    const { subject, greeting, footer, ...own } = words[language];
    mails.new[language] = layOutMail({
      subject,
      greeting,
      footer,
      paragraphs: [own.fresh, own.life],
      action: { label: own.accept, url: accept },
    });
    mails.known[language] = layOutMail({
      subject,
      greeting,
      footer,
      paragraphs: [own.known],
      action: { label: own.signIn, url: signIn },
    });
  }
  return mails;
}
