import { useTranslations } from 'use-intl';
import { StatusBadge, type Tone } from '../../../../ui/state/status-badge.tsx';
import { FieldChanges } from '../entries/field-changes.tsx';
import classes from './restore-dialog.module.css';
import type { Preview } from '../history.ts';

type Row = Preview['changes'][number];

const TONES: Record<Row['effect'], Tone> = {
  created: 'good',
  restored: 'good',
  changed: 'active',
  deleted: 'bad',
};
const PART_TONES = { added: 'good', changed: 'active', removed: 'warning' } as const;

/** What restoring changes, by the thing it belongs to. */
export function RestoredThings({ preview: { changes, count } }: { preview: Preview }) {
  const t = useTranslations('history.restore');
  return (
    <div>
      <h3 className={classes.heading}>{t('count', { count })}</h3>
      <ul
        className={classes.things}
        aria-label={t('changes')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keys
        tabIndex={0}
      >
        {thingsOf(changes).map((rows) => (
          <Thing key={`${rows[0]!.object_model} ${rows[0]!.object_id}`} rows={rows} />
        ))}
        {count > changes.length && (
          <li className={`${classes.note} quiet`}>{t('more', { count: count - changes.length })}</li>
        )}
      </ul>
    </div>
  );
}

function Thing({ rows }: { rows: readonly Row[] }) {
  const t = useTranslations('history');
  const { object_model: model, object_label } = rows[0]!;
  const own = rows.filter(({ part }) => part === null);
  const parts = rows.filter(({ part }) => part !== null);
  return (
    <li className={`${classes.thing} ruled`}>
      <p className={classes.name}>
        <span className="quiet">{t('things', { model })}</span>
        <strong>{object_label.trim() || t('unnamed')}</strong>
        {own.map(({ effect }) => (
          <StatusBadge key={effect} tone={TONES[effect]}>
            {t(`restore.effects.${effect}`)}
          </StatusBadge>
        ))}
      </p>
      {rows.some(({ parent }) => parent) && <p className={`${classes.note} quiet`}>{t('restore.parent')}</p>}
      {own.map(
        ({ effect, fields }) =>
          fields.length > 0 && (
            <FieldChanges key={effect} model={model} fields={fields} isGone={effect === 'deleted'} />
          ),
      )}
      {parts.length > 0 && (
        <ul className={classes.parts}>
          {parts.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- parts of one name are told apart by nothing else
            <li key={index}>
              <Part row={row} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Part({ row }: { row: Row }) {
  const t = useTranslations('history');
  const part = row.part!;
  return (
    <>
      <p className={classes.name}>
        <span className="quiet">{t('part', { kind: part.kind, role: part.role ?? '' })}</span>
        <span>{part.label.trim() || t('unnamed')}</span>
        <StatusBadge tone={PART_TONES[part.effect]}>{t(`restore.part_effects.${part.effect}`)}</StatusBadge>
      </p>
      {part.effect === 'changed' && row.fields.length > 0 && (
        <FieldChanges model={row.object_model} fields={row.fields} isGone={false} />
      )}
    </>
  );
}

/** The rows of each thing together, in the order the things come. */
function thingsOf(changes: readonly Row[]): Row[][] {
  const things = new Map<string, Row[]>();
  for (const row of changes) {
    const key = `${row.object_model} ${row.object_id}`;
    things.set(key, [...(things.get(key) ?? []), row]);
  }
  return [...things.values()];
}
