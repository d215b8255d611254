import { type checkCertificate, ERASED_NAME } from '#contract/exams/certificates';
import { EXAM } from '#contract/learning/courses';
import { type ResponseOf, writtenNumber } from '#contract/platform';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { dateText } from '../../../lib/words/dates.ts';
import { useNumbers } from '../../../lib/words/numbers.ts';
import { PRODUCT_NAME } from '../../../lib/words/product.ts';
import { Notice } from '../../../ui/state/notice.tsx';
import { PlainButton, PlainButtonLink } from '../../../ui/plain/plain-button.tsx';
import classes from './checked-certificate.module.css';

type Certificate = ResponseOf<typeof checkCertificate>;
type Content = Certificate['content'];

/** Every field of a certificate below its state. */
export function CheckedCertificate({ certificate }: { certificate: Certificate }) {
  const t = useTranslations('certificates.check');
  const result = useResultText();
  const { number, version, status, content } = certificate;
  return (
    <article className="stack gap-7">
      <State certificate={certificate} />
      <div className={classes.paper} data-status={status}>
        <p className={classes.label}>{t('name')}</p>
        <h2 className={classes.name}>{content.name === ERASED_NAME ? t('holder_erased') : content.name}</h2>
        <dl className={classes.facts}>
          <Fact label={t('course')}>{content.course}</Fact>
          <Fact label={t('confirms')}>{t(content.whole_course ? 'whole_course' : 'tests_only')}</Fact>
          <Fact label={t('company')}>{content.company}</Fact>
          <Fact label={t('result')}>{result(content)}</Fact>
          <Fact label={t('issued')}>{dayText(content.issued_on)}</Fact>
          <Fact label={t('valid_until')}>
            {content.valid_until ? dayText(content.valid_until) : t('for_good')}
          </Fact>
          <Fact label={t('number')}>
            <span className={classes.number}>{writtenNumber(number)}</span>
          </Fact>
          <Fact label={t('version')}>{version}</Fact>
        </dl>
        <h3 className={classes.heading}>{t('forms')}</h3>
        <Forms forms={content.forms} />
      </div>
      <div className="off-paper beside">
        <PlainButton quiet onClick={() => window.print()}>
          {t('print')}
        </PlainButton>
      </div>
    </article>
  );
}

function State({ certificate }: { certificate: Certificate }) {
  const t = useTranslations('certificates.check');
  const { status, content, ended_on, replaced_by } = certificate;
  const until = content.valid_until && dayText(content.valid_until);
  const toNew = replaced_by && (
    <PlainButtonLink quiet to={`/certificate/${replaced_by}`}>
      {t('to_new')}
    </PlainButtonLink>
  );
  if (status === 'valid') {
    return (
      <Notice tone="good" title={t('valid')}>
        {until && `${t('valid_until_text', { date: until })} `}
        {t('valid_text', { product: PRODUCT_NAME })}
      </Notice>
    );
  }
  if (status === 'expired') {
    return (
      <Notice tone="warning" title={t('expired')}>
        {t('expired_text', { date: until! })}
      </Notice>
    );
  }
  if (status === 'revoked') {
    return (
      <Notice tone="bad" title={t('revoked')} action={toNew}>
        {t('revoked_text', { date: dayText(ended_on!) })}
      </Notice>
    );
  }
  return (
    <Notice tone="warning" title={t('replaced')} action={toNew}>
      {t('replaced_text', { date: dayText(ended_on!) })}
    </Notice>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="shrinks">
      <dt className={classes.label}>{label}</dt>
      <dd className="named flush">{children}</dd>
    </div>
  );
}

function Forms({ forms }: { forms: Content['forms'] }) {
  const t = useTranslations('certificates.check');
  const result = useResultText();
  return (
    <ul className="plain">
      {forms.map((form) => (
        <li key={`${form.name} ${form.date}`} className={classes.form}>
          <span className={classes.formName}>
            {form.name}
            <span className={classes.label}>
              {t(form.form_type === EXAM ? 'exam' : 'test')}, {dayText(form.date)}
            </span>
          </span>
          <span className={classes.formResult}>{result(form)}</span>
        </li>
      ))}
    </ul>
  );
}

function useResultText() {
  const t = useTranslations('certificates.check');
  const { result } = useNumbers();
  return ({ percent, ects }: Pick<Content, 'percent' | 'ects'>) =>
    `${result(percent)} · ${t('ects', { grade: ects })}`;
}

/** A day of the company's calendar, 2026-11-21, whatever the reader's time zone. */
const dayText = (day: string): string => dateText(`${day}T00:00:00Z`, 'UTC');
