import { MEGABYTE } from '#contract/exams/questions';
import { useTranslations } from 'use-intl';
import { dateText, dateTimeText } from '../../../../lib/words/dates.ts';
import { useBytes } from '../../../../lib/files/bytes.ts';
import { useNumbers } from '../../../../lib/words/numbers.ts';
import { useLanguage } from '../../../../lib/words/locale.tsx';

/** Fields whose values are words of the database. */
const WORDS = new Set([
  'material_access',
  'type',
  'next_access',
  'done_when',
  'kind',
  'role',
  'passing_score_type',
  'rating_system',
  'result_counts',
  'provider',
  'access_rule',
  'opens',
  'due',
  'after_due',
  'file_kinds',
]);
/** The same where a word means one thing here and another there. */
const OWN_WORDS = new Set(['pages', 'at_close']);
/** Fields of whole minutes, whose names say so only beside them. */
const MINUTES = new Set(['time_limit', 'pause_minutes', 'duration']);
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Fields and their values as one reads them; what is not known yet is shown as it is. */
export function useWords() {
  const t = useTranslations('history');
  const roles = useTranslations('common.roles');
  const language = useLanguage();
  const bytes = useBytes();
  const { duration, number } = useNumbers();
  type Key = Parameters<typeof t.has>[0];
  const has = (key: string) => t.has(key as Key);
  const text = (key: string) => (t as (name: string) => string)(key);
  const known = (key: string, otherwise: string) => (has(key) ? text(key) : otherwise);
  /** `position` is the order of a material and the work of a person. */
  const keyOf = (group: 'fields' | 'phrases', model: string, field: string) =>
    has(`${group}.${model}_${field}`) ? `${group}.${model}_${field}` : `${group}.${field}`;
  const roleOf = (role: string) => (roles.has(role as 'owner') ? roles(role as 'owner') : role);

  function wordOf(field: string, value: string): string | null {
    if (value === 'true' || value === 'false') return t(value === 'true' ? 'yes' : 'no');
    if (field.endsWith('_at')) return dated(value, dateTimeText);
    if (DAY.test(value)) return dated(value, (day) => dateText(day, 'UTC'));
    if (field === 'user_types') return value.split(', ').map(roleOf).join(', ');
    if (field === 'form_type') return known(`form_types.${value}`, value);
    if (field === 'language') return languageName(value, language);
    if (field === 'role') return known(`values.${value}`, roleOf(value));
    if (field === 'credit') return t(value === 'parts' ? 'yes' : 'no');
    if (field === 'max_megabytes') return bytes(Number(value) * MEGABYTE);
    if (OWN_WORDS.has(field)) return known(`values.${field}_${value}`, value);
    return WORDS.has(field) ? known(`values.${value}`, value) : null;
  }

  function lengthOf(field: string, value: string): string | null {
    if (field === 'certificate_months')
      return number(Number(value), { style: 'unit', unit: 'month', unitDisplay: 'long' });
    return MINUTES.has(field) ? duration(Number(value) * 60) : null;
  }

  return {
    fieldOf: (model: string, field: string) =>
      known(keyOf('fields', model, field), field.replaceAll('_', ' ')),
    /** Of a field within a sentence. */
    isNamed: (model: string, field: string) => has(keyOf('phrases', model, field)),
    phraseOf: (model: string, field: string) => known(keyOf('phrases', model, field), field),
    valueOf: (field: string, value: string) => wordOf(field, value) ?? value,
    /** A field that nothing stands in. */
    unsetOf: (field: string) => known(`unset.${field}`, t('unset.other')),
    /** Within a sentence texts stand in quotes. */
    quotedValueOf: (field: string, value: string) =>
      wordOf(field, value) ??
      lengthOf(field, value) ??
      (/^-?[\d.,]+$/.test(value) ? value : t('quoted', { text: value })),
  };
}

function dated(value: string, write: (instant: string) => string): string {
  return Number.isNaN(Date.parse(value)) ? value : write(value);
}

function languageName(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
