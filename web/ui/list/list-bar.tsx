import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AnyEndpoint } from '../../lib/api/api.ts';
import type { ListState } from '../../lib/form/list-state.ts';
import { useTyped } from '../../lib/form/use-typed.ts';
import classes from './list-bar.module.css';

/** Search and filters above a list; few and short ones are the children. */
export function ListBar<E extends AnyEndpoint>({
  list,
  children,
  end,
  filters,
}: {
  list: ListState<E>;
  children?: ReactNode;
  /** Stands at the other side, such as a `ViewToggle`. */
  end?: ReactNode;
  /** `ListFilters`: a row of their own, or a button beside the search where there is no room. */
  filters?: ReactNode;
}) {
  const t = useTranslations('common.list');
  const [text, setText] = useState(list.search);
  const sent = useRef(list.search);
  const search = useTyped((value) => {
    sent.current = value.trim();
    list.setSearch(sent.current);
  }, 300);

  // Back and forward change the URL without typing, and win over what was typed before them.
  useEffect(() => {
    if (list.search === sent.current) return;
    sent.current = list.search;
    search.cancel();
    setText(list.search);
  }, [list.search, search]);

  function change(value: string): void {
    setText(value);
    search(value);
  }

  return (
    <div className={classes.bar} role="search">
      <TextInput
        className={classes.search}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={text && <CloseButton aria-label={t('clear_search')} onClick={() => change('')} />}
        value={text}
        maxLength={200}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {children}
      {end && <div className={classes.end}>{end}</div>}
      {filters}
    </div>
  );
}
