import { IconArrowRight, IconCheck } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from '../history.module.css';
import type { FieldChange } from './sentence.ts';
import { useWords } from './use-words.ts';
import { listDiff, type Piece, wordDiff } from './word-diff.ts';

/** From so many characters on, one looks for the words that differ. */
const LONG = 40;
/** Lists, by what stands between their items. */
const LISTS: Record<string, string> = {
  answers: '; ',
  rubric: '; ',
  sections: '; ',
  draws: '; ',
  tags: ', ',
  rule_positions: ', ',
  rule_subdivisions: ', ',
  user_types: ', ',
  file_kinds: ', ',
};

interface Props {
  model: string;
  fields: readonly FieldChange[];
  /** The thing itself went: of its fields there is only what they were. */
  isGone: boolean;
}

/** The fields of an entry, each with what it was and what it is. */
export function FieldChanges({ model, fields, isGone }: Props) {
  const { fieldOf } = useWords();
  return (
    <dl className={classes.fields}>
      {fields.map((change) => (
        <div key={change.field} className={`${classes.field} narrow-one unbroken`}>
          <dt className="dim">{fieldOf(model, change.field)}</dt>
          <dd>
            <Difference {...change} isGone={isGone} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Difference({ field, old, new: next, isGone }: FieldChange & Pick<Props, 'isGone'>) {
  const t = useTranslations('history');
  const { valueOf, unsetOf } = useWords();
  if (old === null && next === null) return t('changed');
  const separator = LISTS[field];
  if (separator) return <ListDifference field={field} old={old} new={next} separator={separator} />;
  if (old !== null && next !== null && Math.max(old.length, next.length) > LONG) {
    const pieces = wordDiff(old, next);
    if (pieces) return <Pieces pieces={pieces} />;
  }
  const shown = (value: string) =>
    field === 'theme_color' ? <Swatch color={value} /> : valueOf(field, value);
  return (
    <>
      {old !== null && (
        <>
          <span className="unseen">{t('before')}</span>
          <del className="dim">{shown(old)}</del>
        </>
      )}
      {(next !== null || !isGone) && (
        <>
          {old !== null && <IconArrowRight className="dim fixed" size={16} aria-hidden />}
          <span className="unseen">{t('after')}</span>
          <ins className={classes.new}>{next === null ? unsetOf(field) : shown(next)}</ins>
        </>
      )}
    </>
  );
}

/** Each item of the list: what stayed, went and came. */
function ListDifference({ field, old, new: next, separator }: FieldChange & { separator: string }) {
  const { valueOf } = useWords();
  const itemsOf = (value: string | null) => (value === null ? [] : value.split(separator));
  return (
    <ul className="stack plain gap-1">
      {listDiff(itemsOf(old), itemsOf(next)).map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- nothing else tells equal items apart
        <li key={index}>
          <Marked kind={piece.kind}>
            <Item text={valueOf(field, piece.text)} />
          </Marked>
        </li>
      ))}
    </ul>
  );
}

/** An answer that is right is marked so. */
function Item({ text }: { text: string }) {
  const t = useTranslations('history');
  if (!text.startsWith('✓ ')) return text;
  return (
    <>
      <IconCheck className={classes.right} size={16} aria-hidden />
      <span className="unseen">{t('right')}</span>
      {text.slice(2)}
    </>
  );
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <p className={classes.words}>
      {pieces.map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the order is all that tells words apart
        <Fragment key={index}>
          <Marked kind={piece.kind}>{piece.text.trimEnd()}</Marked>
          {piece.text.slice(piece.text.trimEnd().length)}
        </Fragment>
      ))}
    </p>
  );
}

function Marked({ kind, children }: { kind: Piece['kind']; children: ReactNode }) {
  const t = useTranslations('history');
  if (kind === 'same') return <span>{children}</span>;
  const Tag = kind === 'removed' ? 'del' : 'ins';
  return (
    <>
      <span className="unseen">{t(kind === 'removed' ? 'was_removed' : 'was_added')} </span>
      <Tag className={classes.mark}>{children}</Tag>
    </>
  );
}

function Swatch({ color }: { color: string }) {
  return (
    <span className={classes.swatch}>
      <span style={{ background: color }} aria-hidden />
      {color}
    </span>
  );
}
