import { DAYS_LIMIT } from '#contract/platform';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Form } from '../../lib/form/use-form.ts';
import { readsAsDate } from '../../lib/words/wall-clock.ts';
import { NativeSelect } from '../control/field/native-select.tsx';
import { TextInput } from '../control/field/text-input.tsx';
import { DayField } from './date-field.tsx';

export interface DueRule {
  due_on: string | null;
  due_after_days: number | null;
}
export const NOT_DUE: DueRule = { due_on: null, due_after_days: null };

const KINDS = ['none', 'date', 'after'] as const;
type Kind = (typeof KINDS)[number];

interface Props {
  value: DueRule;
  onChange: (due: DueRule) => void;
  description?: string;
  errorAt?: (field: string) => string | undefined;
}

/** Whether what was chosen is filled in. */
export const isDueReady = ({ due_on, due_after_days }: DueRule): boolean =>
  (due_on === null || readsAsDate(due_on)) && !Number.isNaN(due_after_days);

/** By when what is given is due: not at all, by a day, or some days after it came. */
export function DueField({ value, onChange, description, errorAt }: Props) {
  const t = useTranslations('common.due');
  const [kind, setKind] = useState<Kind>(
    value.due_on !== null ? 'date' : value.due_after_days !== null ? 'after' : 'none',
  );
  return (
    <div className="stack gap-5">
      <NativeSelect
        label={t('label')}
        description={description}
        value={kind}
        onChange={(event) => {
          const chosen = event.currentTarget.value as Kind;
          setKind(chosen);
          onChange({ due_on: chosen === 'date' ? '' : null, due_after_days: chosen === 'after' ? 14 : null });
        }}
        data={KINDS.map((one) => ({ value: one, label: t(one) }))}
      />
      {kind === 'date' && (
        <DayField
          label={t('day')}
          required
          value={value.due_on ?? ''}
          onChange={(due_on) => onChange({ due_on, due_after_days: null })}
          error={errorAt?.('due_on')}
        />
      )}
      {kind === 'after' && (
        <TextInput
          type="number"
          label={t('days')}
          required
          min={0}
          max={DAYS_LIMIT}
          value={Number.isNaN(value.due_after_days) ? '' : (value.due_after_days ?? '')}
          onChange={({ currentTarget: { value: days } }) =>
            onChange({ due_on: null, due_after_days: days === '' ? NaN : Math.trunc(Number(days)) })
          }
          error={errorAt?.('due_after_days')}
        />
      )}
    </div>
  );
}

/** The same as a part of a form that sends it. */
export function DueOfForm({
  form,
  description,
}: {
  form: Pick<Form<Partial<DueRule>>, 'values' | 'set' | 'errorAt'>;
  description?: string;
}) {
  return (
    <DueField
      value={{ ...NOT_DUE, ...form.values }}
      onChange={({ due_on, due_after_days }) => {
        form.set('due_on', due_on);
        form.set('due_after_days', due_after_days);
      }}
      description={description}
      errorAt={form.errorAt}
    />
  );
}
