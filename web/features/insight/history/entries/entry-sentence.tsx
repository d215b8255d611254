import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import classes from '../history.module.css';
import { objectPath } from './object-path.ts';
import { sentenceOf, type Told } from './sentence.ts';
import { useWords } from './use-words.ts';
import { personName } from '../../../../lib/words/person-name.ts';

/** Of the text of a question. */
const LONGEST_LABEL = 90;

interface Props {
  entry: Told;
  /** The course whose history it is. */
  course_id?: number | undefined;
}

/** An entry as one sentence: who did what to which thing. */
export function EntrySentence({ entry, course_id }: Props) {
  const t = useTranslations('history');
  const { object_model: model, object_label, author, part, place, new_object } = entry;
  const { isNamed, phraseOf, fieldOf, quotedValueOf } = useWords();
  const { message, field, count } = sentenceOf(entry, (name) => isNamed(model, name));
  const path = objectPath(entry, course_id);
  const value = (of: string | null | undefined) => {
    if (!field || !of) return '—';
    // Its message has the quotes.
    return message === 'renamed' ? shortened(of) : quotedValueOf(field.field, of);
  };
  const key = message.startsWith('parts.') ? message : `sentences.${message}`;
  return t.rich(key as 'sentences.changed', {
    author: (author && personName(author)) || t('product'),
    // A question that lies in no course is one of the bank.
    model: model === 'question' && !place ? 'bank_question' : model,
    label: shortened(object_label) || t('unnamed'),
    part: shortened(part?.label ?? '') || t('unnamed'),
    role: new_object?.['by_rule'] ? 'by_rule' : (part?.role ?? ''),
    count,
    field: field ? phraseOf(model, field.field) : '',
    name: field ? fieldOf(model, field.field) : '',
    old: value(field?.old),
    new: value(field?.new),
    who: (words: ReactNode) => <strong className="strong">{words}</strong>,
    thing: (words: ReactNode) =>
      path ? (
        <Link to={path} className={classes.thing}>
          {words}
        </Link>
      ) : (
        <strong className="strong">{words}</strong>
      ),
    part_name: (words: ReactNode) => <strong className="strong">{words}</strong>,
  });
}

function shortened(label: string): string {
  const text = label.trim();
  return text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL).trimEnd()}…` : text;
}
