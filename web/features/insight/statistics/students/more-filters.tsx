import { FORM_OUTCOMES, type courseStatistic } from '#contract/insight/statistics';
import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ListState } from '../../../../lib/form/list-state.ts';
import { useTyped } from '../../../../lib/form/use-typed.ts';
import FilterSheet from '../../../../ui/filter/filter-sheet.tsx';
import classes from './student-filters.module.css';
import { DayField } from '../../../../ui/date/date-field.tsx';

type List = ListState<typeof courseStatistic>;

interface Props {
  list: List;
  forms: readonly { id: number; name: string }[];
  count: number;
  onClear?: () => void;
  onClose: () => void;
}

/** Every filter of the table that has no room above it. */
export default function MoreFilters({ list, forms, ...sheet }: Props) {
  const t = useTranslations('statistics.filters');
  const form = list.filter('form');
  const chooseForm = (value: string) => {
    // A range of results is of one form.
    if (value === '') list.clearFilters(['form', 'percent_from', 'percent_to']);
    else list.setFilter('form', value);
  };
  return (
    <FilterSheet {...sheet}>
      {forms.length > 0 && (
        <>
          <NativeSelect
            label={t('form')}
            value={form}
            onChange={(event) => chooseForm(event.currentTarget.value)}
            data={[
              { value: '', label: t('any_form') },
              ...forms.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <NativeSelect
            label={t('result')}
            value={list.filter('result')}
            onChange={(event) => list.setFilter('result', event.currentTarget.value)}
            data={[
              { value: '', label: t('any_result') },
              ...FORM_OUTCOMES.map((outcome) => ({ value: outcome, label: t(`results.${outcome}`) })),
            ]}
          />
          <RangeFilter list={list} name="percent" type="number" disabled={form === ''} />
          {form === '' && <p className="fine">{t('percent_hint')}</p>}
        </>
      )}
      <RangeFilter list={list} name="progress" type="number" />
      <RangeFilter list={list} name="started" type="date" />
      <RangeFilter list={list} name="last_activity" type="date" />
      <RangeFilter list={list} name="completed" type="date" />
      {(['certificate', 'retake_allowed', 'blocked'] as const).map((name) => (
        <YesFilter key={name} list={list} name={name} />
      ))}
    </FilterSheet>
  );
}

function YesFilter({ list, name }: { list: List; name: 'certificate' | 'retake_allowed' | 'blocked' }) {
  const t = useTranslations('statistics');
  return (
    <NativeSelect
      label={t(`filters.${name}`)}
      value={list.filter(name)}
      onChange={(event) => list.setFilter(name, event.currentTarget.value)}
      data={[
        { value: '', label: t('filters.any') },
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ]}
    />
  );
}

interface RangeProps {
  list: List;
  name: 'progress' | 'started' | 'last_activity' | 'completed' | 'percent';
  type: 'number' | 'date';
  disabled?: boolean;
}

function RangeFilter({ list, name, type, disabled = false }: RangeProps) {
  const t = useTranslations('statistics.filters');
  return (
    <fieldset className={classes.range} disabled={disabled}>
      <legend>{t(name)}</legend>
      {(['from', 'to'] as const).map((end) => (
        <Bound key={end} list={list} name={`${name}_${end}`} label={t(end)} type={type} />
      ))}
    </fieldset>
  );
}

/** One end of a range; takes effect when typing rests, since each change reads the table anew. */
function Bound({
  list,
  name,
  label,
  type,
}: {
  list: List;
  name: string;
  label: string;
  type: 'number' | 'date';
}) {
  const set = list.filter(name);
  const [text, setText] = useState(set);
  const apply = useTyped((value) => list.setFilter(name, value), 400);
  useEffect(() => setText(set), [set]);
  const change = (next: string) => {
    setText(next);
    apply(next);
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
