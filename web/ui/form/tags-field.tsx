import { TAG_LIMIT } from '#contract/platform';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TagsInput } from '../control/search/tags-input.tsx';
import type { AnyEndpoint } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { useData } from '../../lib/api/use-data.ts';
import { useRested } from '../../lib/form/use-rested.ts';

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
 * Tags of a course or a program, with those in use as suggestions; what is above the limit stays typed, with a warning (§5).
 * @example <TagsField endpoint={listProgramTags} label=… {...form.field('tags')} errorAt={form.errorAt} />
 */
export function TagsField({ endpoint, label, description, name, value, onChange, onBlur, errorAt }: Props) {
  const t = useTranslations('shell.list');
  const errorText = useErrorText();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  // The control empties its field before or after it tells what was entered.
  const kept = useRef('');
  const search = useRested(typed.trim(), 250);
  const [opened, setOpened] = useState(false);
  const found = useData<AnyEndpoint>(endpoint, {
    query: { page_size: 50, search } as never,
    keep: true,
    enabled: opened,
  });
  const known = (found.data as { results: { name: string }[] } | undefined)?.results ?? [];
  const full = value.length >= TAG_LIMIT;
  const broken = value.findIndex((_, index) => errorAt(`${name}.${index}`) !== undefined);

  function change(entries: string[]): void {
    const tags = distinct(entries.flatMap((entry) => entry.split(',')));
    const above = tags.slice(TAG_LIMIT).join(', ');
    setRefused(above !== '');
    onChange(tags.slice(0, TAG_LIMIT));
    if (above === '') return;
    kept.current = above;
    setTyped(above);
    queueMicrotask(() => (kept.current = ''));
  }

  return (
    <TagsInput
      label={label}
      {...(description && { description })}
      name={name}
      data={full ? [] : known.map((tag) => tag.name)}
      searchValue={typed}
      onSearchChange={(text) => setTyped(text === '' ? kept.current : text)}
      value={value}
      onChange={change}
      onFocus={() => setOpened(true)}
      onBlur={onBlur}
      error={
        refused && full
          ? errorText({ code: 'too_many_tags', params: { max: TAG_LIMIT } })
          : (errorAt(name) ??
            (broken === -1 ? undefined : `${value[broken]}: ${errorAt(`${name}.${broken}`)}`))
      }
      clearLabel={t('clear_choice', { label })}
    />
  );
}

/** Without blanks and repetitions, whatever their case. */
function distinct(entries: readonly string[]): string[] {
  const tags = new Map<string, string>();
  for (const entry of entries.map((one) => one.trim()).filter(Boolean)) {
    if (!tags.has(entry.toLowerCase())) tags.set(entry.toLowerCase(), entry);
  }
  return [...tags.values()];
}
