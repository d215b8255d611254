import type { PDFDocument, PDFImage } from '@cantoo/pdf-lib';
import type { Language } from '../../identity/accounts/contract.ts';
import type { Env, Scope } from '../../platform/context.ts';
import { type FileAnswer, type QueryOf, writtenNumber } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { newPdf } from '../../platform/formats/pdf.ts';
import { photoType } from '../../platform/files/storage.ts';
import { percentText } from '../../platform/words/percent.ts';
import type * as contract from './contract.ts';
import { ERASED_NAME } from './contract.ts';
import { certificateToPrint, type PrintedCertificate } from './queries.ts';
import { drawCertificate } from './service-drawing.ts';

const WORDS = {
  uk: {
    locale: 'uk',
    title: 'Сертифікат',
    completed: 'за успішне завершення курсу',
    passed: 'за складені тести й іспити курсу',
    erased: 'Дані власника сертифіката стерто',
    number: 'Номер сертифіката',
    issued: 'Дата видачі',
    valid_until: 'Дійсний до',
    scan: 'Перевірити справжність:',
    more: (count: number) => `ще ${count} — на сторінці перевірки`,
    expired: 'Строк дії минув',
    replaced: 'Замінено новим',
    revoked: 'Анульовано',
  },
  en: {
    locale: 'en-US',
    title: 'Certificate',
    completed: 'for successfully completing the course',
    passed: 'for passing the tests and exams of the course',
    erased: 'The holder’s data was erased',
    number: 'Certificate number',
    issued: 'Date of issue',
    valid_until: 'Valid until',
    scan: 'Check that it is genuine:',
    more: (count: number) => `${count} more on the page that checks it`,
    expired: 'Expired',
    replaced: 'Replaced by a new one',
    revoked: 'Revoked',
  },
  de: {
    locale: 'de',
    title: 'Zertifikat',
    completed: 'für den erfolgreichen Abschluss des Kurses',
    passed: 'für bestandene Tests und Prüfungen des Kurses',
    erased: 'Die Daten zur Person wurden gelöscht',
    number: 'Zertifikatsnummer',
    issued: 'Ausgestellt am',
    valid_until: 'Gültig bis',
    scan: 'Echtheit prüfen:',
    more: (count: number) => `${count} weitere auf der Prüfseite`,
    expired: 'Abgelaufen',
    replaced: 'Durch neues ersetzt',
    revoked: 'Widerrufen',
  },
} as const satisfies Record<Language, unknown>;

/** A student's certificate as PDF, in their language. Errors: not_found. */
export async function downloadCertificate(
  env: Env,
  db: Db,
  scope: Scope,
  course_id: number,
  query: QueryOf<typeof contract.downloadCertificate>,
): Promise<FileAnswer> {
  const certificate = await certificateToPrint(db, scope, course_id, query);
  const words = WORDS[certificate.language];
  const { name, ...content } = certificate.content;
  const holder = name === ERASED_NAME ? words.erased : name;
  const percent = (value: number) => percentText(value, words.locale);
  const { pdf, font } = await newPdf(env);
  pdf.setTitle(`${words.title} — ${holder} — ${content.course}`, { showInWindowTitleBar: true });
  pdf.setLanguage(words.locale);
  pdf.setAuthor(content.company);
  pdf.setCreator(env.PRODUCT_NAME);
  const { encode } = await import('uqr');
  const address = `${env.APP_URL}/certificate/${certificate.number}`;
  drawCertificate(pdf, font, {
    content: {
      ...content,
      name: holder,
      forms: content.forms.map((form) => ({ ...form, date: day(form.date), percent: percent(form.percent) })),
      percent: percent(content.percent),
    },
    words,
    earned: content.whole_course ? words.completed : words.passed,
    issued_on: day(content.issued_on),
    valid_until: content.valid_until ? day(content.valid_until) : null,
    number: writtenNumber(certificate.number),
    theme_color: certificate.theme_color,
    logo: await logoOf(env, pdf, certificate.logo),
    qr: encode(address, { ecc: 'M', border: 0 }).data,
    address,
    stamp: stampOf(certificate),
  });
  const file = [words.title, content.course, holder].map(inFileName).join(' — ');
  return { name: `${file}.pdf`, bytes: Uint8Array.from(await pdf.save()) };
}

/** Without what no system takes; short, since a name of Cyrillic letters has room for 127 of them. */
const inFileName = (text: string) =>
  [...text.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')].slice(0, 48).join('').trim();

/** 2026-11-21 as it is written (§9): day.month.year. */
const day = (iso: string) => iso.split('-').toReversed().join('.');

function stampOf(certificate: PrintedCertificate) {
  const { status, language, expires_at, replaced_at, revoked_at, time_zone } = certificate;
  const at = revoked_at ?? replaced_at ?? expires_at;
  if (status === 'valid' || !at) return null;
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' }).format(
    new Date(at),
  );
  return { text: WORDS[language][status], date: day(date) };
}

/** The company's logo, where it is one that a PDF can show. */
async function logoOf(env: Env, pdf: PDFDocument, key: string | null): Promise<PDFImage | null> {
  const stored = key && (await env.FILES.get(key));
  if (!stored) return null;
  const bytes = new Uint8Array(await stored.arrayBuffer());
  const type = photoType(bytes);
  try {
    if (type === 'image/png') return await pdf.embedPng(bytes);
    if (type === 'image/jpeg') return await pdf.embedJpg(bytes);
  } catch {
    // A picture that only some programs can read: the company's name stands there as well.
  }
  return null;
}
