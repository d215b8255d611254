import type { CourseColumn, FormColumn, PackageColumn } from '#contract/insight/statistics';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Checkbox } from '../../../../ui/control/choice/checkbox.tsx';
import classes from './columns-dialog.module.css';
import type { ChosenColumns, StatisticColumn } from './use-columns.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

interface Props {
  columns: readonly StatisticColumn[];
  choice: ChosenColumns;
  onClose: () => void;
}

/** Which columns the table shows, group by group; each tick shows at once. */
export default function ColumnsDialog({ columns, choice, onClose }: Props) {
  const t = useTranslations('statistics.choose');
  const groups = [...new Set(columns.map(({ group }) => group))];
  return (
    <Dialog onClose={onClose} title={t('title')} size="lg">
      <p className="quiet flush before-6">{t('text')}</p>
      <div className={classes.groups}>
        {groups.map((group) => (
          <Group key={group} columns={columns.filter((column) => column.group === group)} choice={choice} />
        ))}
      </div>
      <div className="buttons after-8">
        <Button variant="default" disabled={choice.isDefault} onClick={choice.reset}>
          {t('reset')}
        </Button>
        <Button onClick={onClose}>{t('done')}</Button>
      </div>
    </Dialog>
  );
}

function Group({ columns, choice }: { columns: readonly StatisticColumn[]; choice: ChosenColumns }) {
  const t = useTranslations('statistics');
  const id = useId();
  const shown = new Set(choice.chosen.map(({ key }) => key));
  const [first] = columns;
  const free = columns.filter(({ locked }) => !locked);
  const all = free.every(({ key }) => shown.has(key));
  const name = first?.part_name ?? t(`choose.${first?.group as 'student' | 'progress' | 'outcome'}`);
  const choose = (keys: readonly string[], show: boolean) => {
    const next = new Set(shown);
    for (const key of keys) {
      if (show) next.add(key);
      else next.delete(key);
    }
    choice.choose(next);
  };
  return (
    <div className="stack gap-5" role="group" aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id}>{name}</h3>
        <button
          type="button"
          className={`${classes.all} lit`}
          aria-label={t(all ? 'choose.none_of' : 'choose.all_of', { group: name })}
          onClick={() =>
            choose(
              free.map(({ key }) => key),
              !all,
            )
          }
        >
          {t(all ? 'choose.none' : 'choose.all')}
        </button>
      </div>
      {columns.map(({ key, field, locked }) => (
        <Checkbox
          key={key}
          label={t(`columns.${field as CourseColumn | FormColumn | PackageColumn}`)}
          {...(locked && { description: t('choose.locked') })}
          checked={shown.has(key)}
          disabled={locked}
          onChange={(event) => choose([key], event.currentTarget.checked)}
        />
      ))}
    </div>
  );
}
