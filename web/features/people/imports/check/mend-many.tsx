import { messageOf } from '#contract/errors';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import type { ImportRow } from '../import-rows.ts';
import type { Check } from './use-check.ts';
import { useRoleText } from './use-role-text.ts';

const UNKNOWN = messageOf('import_unknown_group');
/** As many names as are said. */
const NAMED = 8;

/** After a correction: the same in the other rows that have the same wrong value. */
export function SameValues({ check }: { check: Check }) {
  const t = useTranslations('imports');
  const roleText = useRoleText();
  if (!check.same) return null;
  const { column, was, text, rows } = check.same;
  return (
    <Notice
      tone="neutral"
      title={t('same.title', { count: rows.length })}
      action={
        <Button size="sm" onClick={check.mendSame}>
          {t('same.mend', { count: rows.length })}
        </Button>
      }
    >
      {t('same.text', {
        column: t(`columns.${column}`),
        was: was || t('empty'),
        text: column === 'role' ? roleText(text) : text,
      })}
    </Notice>
  );
}

/** Groups that rows name and that do not exist: the import makes them if one wishes. */
export function UnknownGroups({ check }: { check: Check }) {
  const t = useTranslations('imports.groups');
  const { list } = useFormatter();
  const names = check.makesGroups ? madeIn(check.rows) : unknownIn(check.rows);
  if (names.length === 0 && !check.makesGroups) return null;
  const more = names.length - NAMED;
  const shown = names.slice(0, NAMED).map((name) => t('quoted', { name }));
  const said = list(more > 0 ? [...shown, t('more', { count: more })] : shown);
  return (
    <Notice
      tone={check.makesGroups ? 'good' : 'warning'}
      title={t(check.makesGroups ? 'making' : 'unknown', { count: names.length })}
      action={
        <Button
          size="sm"
          variant={check.makesGroups ? 'default' : 'filled'}
          onClick={() => check.setMakesGroups(!check.makesGroups)}
        >
          {t(check.makesGroups ? 'leave' : 'make', { count: names.length })}
        </Button>
      }
    >
      {names.length > 0 && said}
    </Notice>
  );
}

const different = (names: readonly string[]) => [
  ...new Map(names.map((name) => [name.toLowerCase(), name])).values(),
];

const madeIn = (rows: readonly ImportRow[]) =>
  different(
    rows.flatMap(({ adds_groups }) => adds_groups.filter(({ id }) => id === null).map(({ name }) => name)),
  );

/** Cells that name groups, as they stand; a wrong number is no name. */
const unknownIn = (rows: readonly ImportRow[]) =>
  different(
    rows
      .filter(({ errors }) => errors.manager_department_id === UNKNOWN)
      .map(({ cells }) => cells.manager_department_id ?? '')
      .filter((cell) => /\p{L}/u.test(cell)),
  );
