import { FORM_OUTCOMES, TERM_STATES } from '#contract/insight/statistics';
import { PACKAGE_STANDINGS } from '#contract/learning/packages';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { useTyped } from '../../../../lib/form/use-typed.ts';
import { readsAsDate } from '../../../../lib/words/wall-clock.ts';
import { dateText } from '../../../../lib/words/dates.ts';
import { DayField } from '../../../../ui/date/date-field.tsx';
import { FilterSelect } from '../../../../ui/filter/filter-select.tsx';
import { Filter, useDrawing } from '../../../../ui/filter/filter.tsx';
import classes from './student-filters.module.css';

const RANGES = ['progress', 'started', 'last_activity', 'completed', 'due', 'percent', 'score'] as const;
export const FILTERS = [
  'state',
  'group',
  'term',
  'form',
  'result',
  'package',
  'standing',
  'blocked',
  'certificate',
  'retake_allowed',
  ...RANGES.flatMap((range) => [`${range}_from`, `${range}_to`]),
];
const STATES = ['new', 'started', 'in_progress', 'finished'] as const;

interface Props {
  groups: readonly { id: number; name: string }[];
  forms: readonly { id: number; name: string }[];
  packages: readonly { id: number; name: string }[];
}

/** What the students of a course are filtered by: state, group, how a test went, and ranges of days and figures. */
export function StudentFilters({ groups, forms, packages }: Props) {
  const t = useTranslations('statistics');
  return (
    <>
      <FilterSelect
        name="state"
        label={t('state')}
        any={t('any_state')}
        choices={STATES.map((state) => ({ value: state, label: t(`states.${state}`) }))}
      />
      {groups.length > 1 && (
        <FilterSelect name="group" label={t('group')} any={t('any_group')} choices={groups.map(choiceOf)} />
      )}
      {forms.length > 0 && <FormFilters forms={forms} />}
      {packages.length > 0 && <PackageFilters packages={packages} />}
      <RangeFilter name="progress" type="number" />
      <RangeFilter name="started" type="date" />
      <RangeFilter name="last_activity" type="date" />
      <RangeFilter name="completed" type="date" />
      <FilterSelect
        name="term"
        label={t('filters.term')}
        any={t('filters.any')}
        choices={TERM_STATES.map((state) => ({ value: state, label: t(`filters.terms.${state}`) }))}
      />
      <RangeFilter name="due" type="date" />
      {(['certificate', 'retake_allowed', 'blocked'] as const).map((name) => (
        <FilterSelect
          key={name}
          name={name}
          label={t(`filters.${name}`)}
          any={t('filters.any')}
          choices={[
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ]}
        />
      ))}
    </>
  );
}

const choiceOf = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });

function FormFilters({ forms }: Pick<Props, 'forms'>) {
  const t = useTranslations('statistics.filters');
  const { list } = useDrawing();
  return (
    <>
      <FilterSelect
        name="form"
        label={t('form')}
        any={t('any_form')}
        choices={forms.map(choiceOf)}
        along={['percent_from', 'percent_to']}
      />
      <FilterSelect
        name="result"
        label={t('result')}
        any={t('any_result')}
        choices={FORM_OUTCOMES.map((outcome) => ({ value: outcome, label: t(`results.${outcome}`) }))}
      />
      {/* A range of results is of one form. */}
      {list.filter('form') !== '' && <RangeFilter name="percent" type="number" />}
    </>
  );
}

function PackageFilters({ packages }: Pick<Props, 'packages'>) {
  const t = useTranslations('statistics.filters');
  const words = useTranslations('step.standings');
  const { list } = useDrawing();
  return (
    <>
      <FilterSelect
        name="package"
        label={t('package')}
        any={t('any_package')}
        choices={packages.map(choiceOf)}
        along={['score_from', 'score_to']}
      />
      <FilterSelect
        name="standing"
        label={t('standing')}
        any={t('any_standing')}
        choices={PACKAGE_STANDINGS.map((standing) => ({ value: standing, label: words(standing) }))}
      />
      {/* A range of scores is of one package. */}
      {list.filter('package') !== '' && <RangeFilter name="score" type="number" />}
    </>
  );
}

interface RangeProps {
  name: (typeof RANGES)[number];
  type: 'number' | 'date';
}

function RangeFilter({ name, type }: RangeProps) {
  const t = useTranslations('statistics.filters');
  const { list } = useDrawing();
  const ends = (['from', 'to'] as const).map((end) => ({ end, set: list.filter(`${name}_${end}`) }));
  const bounds = ends.map(({ end }) => (
    <Bound key={end} name={`${name}_${end}`} label={t(end)} type={type} />
  ));
  return (
    <Filter
      names={[`${name}_from`, `${name}_to`]}
      label={t(name)}
      words={ends
        .filter(({ set }) => set !== '')
        .map(({ end, set }) => `${t(end)} ${type === 'date' ? dateText(`${set}T12:00:00`) : set}`)
        .join(' ')}
      value={
        <div className={classes.range} role="group" aria-label={t(name)}>
          {bounds}
        </div>
      }
      field={
        <fieldset className={classes.range}>
          <legend className="legend">{t(name)}</legend>
          {bounds}
        </fieldset>
      }
    />
  );
}

/** A day that is still being typed filters nothing, and stays. */
const isUnfinished = (type: RangeProps['type'], held: string): boolean =>
  type === 'date' && held !== '' && !readsAsDate(held);

/** One end of a range; takes effect when typing rests, since each change reads the table anew. */
function Bound({ name, label, type }: { name: string; label: string; type: RangeProps['type'] }) {
  const { list } = useDrawing();
  const set = list.filter(name);
  const [text, setText] = useState(set);
  const sent = useRef(set);
  const apply = useTyped((value) => {
    sent.current = value;
    list.setFilter(name, value);
  }, 400);

  // Changed from outside, it wins over what was typed before; what was sent from here stays as it was typed.
  useEffect(() => {
    if (set === sent.current) return;
    sent.current = set;
    apply.cancel();
    setText(set);
  }, [set, apply]);
  const change = (next: string) => {
    setText(next);
    apply(isUnfinished(type, next) ? '' : next);
  };
  if (type === 'date') return <DayField label={label} max="2061-12-31" value={text} onChange={change} />;
  return (
    <TextInput
      type="number"
      label={label}
      min={0}
      max={100}
      step={1}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
