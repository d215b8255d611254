import { listSheetPeople } from '#contract/exams/sheets';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useData } from '../../../lib/api/use-data.ts';
import { useRested } from '../../../lib/form/use-rested.ts';
import { personName } from '../../../lib/words/person-name.ts';
import { NoChoices } from '../../../ui/form/no-choices.tsx';
import { Select } from '../../../ui/control/search/select.tsx';
import type { Person } from './sheet.ts';

interface Props {
  params: { id: number; formId: number; runId: number };
  value: Person | null;
  error: string | undefined;
  onChange: (person: Person | null) => void;
}

/** Whose sheet it is: searched by name among those who take the test. */
export function PersonField({ params, value, error, onChange }: Props) {
  const t = useTranslations('sheets');
  const list = useTranslations('common.list');
  const shell = useTranslations('shell.list');
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const labelOf = ({ user, groups, typed: before }: Person) =>
    [personName(user), groups.join(', '), before && t('typed_before')].filter(Boolean).join(' · ');
  const search = useRested(value && typed === labelOf(value) ? '' : typed.trim(), 200);
  const found = useData(listSheetPeople, {
    params,
    query: { page_size: 20, search },
    keep: true,
    enabled: opened,
  });
  const people = found.data?.results ?? [];
  const offered =
    value && !people.some(({ user }) => user.id === value.user.id) ? [value, ...people] : people;
  return (
    <Select
      label={t('person')}
      placeholder={t('person_hint')}
      required
      error={error}
      clearLabel={shell('clear_choice', { label: t('person') })}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      data={offered.map((one) => ({ value: String(one.user.id), label: labelOf(one) }))}
      value={value && String(value.user.id)}
      onChange={(id) => onChange(offered.find(({ user }) => String(user.id) === id) ?? null)}
      nothingFoundMessage={<NoChoices query={found} none={list('nothing_found')} isBelowField />}
    />
  );
}
