import { rgb, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';
import { assignableTo } from '../../access/contract.ts';
import type { Language } from '../../identity/accounts/contract.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { newPdf, wrapped } from '../../platform/formats/pdf.ts';
import type { RowOf } from '../../platform/database/queries.ts';
import { newToken } from '../../platform/secrets/tokens.ts';
import { ownCompanyAndLanguage } from '../../identity/companies/queries.ts';
import { issueSheets } from './functions.ts';

type Sheet = RowOf<ReturnType<typeof issueSheets>>;

const WORDS = {
  uk: {
    title: 'Вхід до навчання',
    invited: (company: string) => `Компанія ${company} запрошує вас до навчання.`,
    scan: 'Наведіть камеру телефона на код або відкрийте адресу:',
    once: 'Посилання спрацює один раз і діє 7 днів. Нікому його не передавайте.',
    known: 'Увійдіть зі своїм паролем за адресою:',
    login: 'Ваше ім’я для входу:',
    file: 'Аркуші для входу',
  },
  en: {
    title: 'Signing in to your training',
    invited: (company: string) => `${company} invites you to its training.`,
    scan: 'Point your phone’s camera at the code, or open the address:',
    once: 'The link works once, within 7 days. Do not pass it on.',
    known: 'Sign in with your password at:',
    login: 'Your sign-in name:',
    file: 'Sign-in sheets',
  },
  de: {
    title: 'Anmeldung zur Schulung',
    invited: (company: string) => `${company} lädt Sie zu Schulungen ein.`,
    scan: 'Richten Sie die Kamera Ihres Telefons auf den Code oder öffnen Sie die Adresse:',
    once: 'Der Link funktioniert einmal und gilt 7 Tage. Geben Sie ihn nicht weiter.',
    known: 'Melden Sie sich mit Ihrem Passwort an unter:',
    login: 'Ihr Anmeldename:',
    file: 'Anmeldeblätter',
  },
} as const satisfies Record<Language, unknown>;

// A4 in points.
const PAGE: [number, number] = [595, 842];
const MARGIN = 64;

/**
 * Sheets to print for people without e-mail, one page each in the person's language: a one-time link and its QR code
 * for those whose account is still the company's to open, else the address and their name there.
 * Errors: not_found, user_not_manageable.
 */
export async function signInSheets(env: Env, db: Db, scope: Scope, user_ids: readonly number[]) {
  const tokens = Object.fromEntries(user_ids.map((id) => [id, newToken('invitation')]));
  const kept = Object.fromEntries(user_ids.map((id) => [id, tokens[id]!.kept]));
  const [[own], sheets] = await db.run(
    scope,
    ownCompanyAndLanguage(scope),
    issueSheets({ users: user_ids, tokens: kept, assignable: assignableTo(scope.user_type) }),
  );
  const { pdf, font } = await newPdf(env);
  for (const sheet of sheets) {
    const link = `${env.APP_URL}/accounts/finish-registration?token=${tokens[sheet.id]!.secret}`;
    await draw(pdf.addPage(PAGE), font, sheet, own!.company, env, sheet.has_link ? link : null);
  }
  return { name: `${WORDS[own!.language].file}.pdf`, bytes: Uint8Array.from(await pdf.save()) };
}

async function draw(
  page: PDFPage,
  font: PDFFont,
  sheet: Sheet,
  company: string,
  env: Env,
  link: string | null,
): Promise<void> {
  const words = WORDS[sheet.language];
  const width = PAGE[0] - 2 * MARGIN;
  let y = PAGE[1] - MARGIN;
  const line = (text: string, size: number, gap: number, shade = 0.15) => {
    for (const part of wrapped(text, font, size, width)) {
      y -= size * 1.35;
      page.drawText(part, { x: MARGIN, y, size, font, color: rgb(shade, shade, shade) });
    }
    y -= gap;
  };
  line(env.PRODUCT_NAME, 12, 18, 0.4);
  line(words.title, 26, 12);
  line(`${sheet.last_name} ${sheet.first_name}`.trim(), 18, 18);
  line(words.invited(company), 13, 20);
  line(words.login, 12, 0, 0.4);
  line(sheet.login, 16, 24);
  line(link ? words.scan : words.known, 13, 14);
  if (link) {
    const { encode } = await import('uqr');
    const { data, size } = encode(link, { ecc: 'M', border: 0 });
    const module = 220 / size;
    y -= 220;
    for (const [row, signs] of data.entries()) {
      for (const [column, dark] of signs.entries()) {
        if (!dark) continue;
        page.drawRectangle({
          x: MARGIN + column * module,
          y: y + 220 - (row + 1) * module,
          // A hair wider, so that no lines show between modules.
          width: module + 0.1,
          height: module + 0.1,
          color: rgb(0, 0, 0),
        });
      }
    }
    y -= 16;
    line(link, 11, 20);
    line(words.once, 12, 0, 0.4);
  } else {
    line(`${env.APP_URL}/login`, 14, 0);
  }
}
