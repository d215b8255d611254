import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AnyEndpoint } from '../../lib/api/api.ts';
import { useData } from '../../lib/api/use-data.ts';
import { NoChoices } from '../form/no-choices.tsx';
import { type Option, Options } from './options.tsx';
import { useRested } from '../../lib/form/use-rested.ts';

interface Props {
  label: string;
  /** A list endpoint with `search`. */
  endpoint: AnyEndpoint;
  query: Readonly<Record<string, string>>;
  toOption: (row: never) => Option;
  value: string;
  onChoose: (value: string) => void;
}

/** The rows of a list endpoint as options, searched for on the server. */
export default function FoundOptions({ endpoint, query, toOption, ...options }: Props) {
  const t = useTranslations('common.list');
  const [text, setText] = useState('');
  const search = useRested(text.trim(), 250);
  const found = useData<AnyEndpoint>(endpoint, {
    query: { page_size: 50, ...query, search } as never,
    keep: true,
  });
  const rows = (found.data as { results: never[] } | undefined)?.results ?? [];
  return (
    <Options
      {...options}
      options={rows.map(toOption)}
      search={{
        text,
        onChange: setText,
        nothing: <NoChoices query={found} none={t('nothing_found')} />,
      }}
    />
  );
}
