import { TAG_LIMIT } from '#contract/platform';
import { TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AnyEndpoint } from '../../lib/api.ts';
import { useErrorText } from '../../lib/errors.ts';
import { showWarning } from '../../lib/toasts.ts';
import { useData } from '../../lib/use-data.ts';
import classes from './pills.module.css';

interface Props {
  /** A list endpoint of tags with `search`, for suggestions. */
  endpoint: AnyEndpoint;
  label: string;
  description?: string;
  name: string;
  value: string[];
  onChange: (tags: string[]) => void;
  onBlur: () => void;
  /** The error at a path below the field: `form.errorAt`. */
  errorAt: (path: string) => string | undefined;
}

/**
 * Tags of a course or a program, typed or taken from those in use; one more than the limit is refused with a warning (§5).
 * @example <TagsField endpoint={listProgramTags} label=… {...form.field('tags')} errorAt={form.errorAt} />
 */
export function TagsField({ endpoint, label, description, name, value, onChange, onBlur, errorAt }: Props) {
  const t = useTranslations('shell.list');
  const errorText = useErrorText();
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const [search] = useDebouncedValue(typed.trim(), 250);
  const found = useData<AnyEndpoint>(endpoint, {
    query: { page_size: 50, search } as never,
    keep: true,
    enabled: opened,
  });
  const known = ((found.data as { results: { name: string }[] } | undefined)?.results ?? []).map(
    (tag) => tag.name,
  );
  const broken = value.findIndex((_, index) => errorAt(`${name}.${index}`) !== undefined);

  function change(tags: string[]): void {
    if (tags.length > TAG_LIMIT)
      showWarning(errorText({ code: 'too_many_tags', params: { max: TAG_LIMIT } }));
    onChange(tags.slice(0, TAG_LIMIT));
  }

  return (
    <TagsInput
      label={label}
      {...(description && { description })}
      name={name}
      data={known}
      value={value}
      onChange={change}
      searchValue={typed}
      onSearchChange={setTyped}
      onFocus={() => setOpened(true)}
      onBlur={onBlur}
      error={
        errorAt(name) ?? (broken === -1 ? undefined : `${value[broken]}: ${errorAt(`${name}.${broken}`)}`)
      }
      isDuplicate={(tag, tags) => tags.some((one) => one.toLocaleLowerCase() === tag.toLocaleLowerCase())}
      splitChars={[',', ';']}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': t('clear_choice', { label }) }}
      classNames={{ inputField: classes.field!, pill: classes.pill! }}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
