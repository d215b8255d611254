import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SearchInput } from '../control/field/search-input.tsx';
import type { AnyEndpoint } from '../../lib/api/api.ts';
import type { ListState } from '../../lib/form/list-state.ts';
import { useTyped } from '../../lib/form/use-typed.ts';
import { FilterBar } from '../filter/filter-bar.tsx';
import classes from './list-bar.module.css';

interface Props<E extends AnyEndpoint> {
  list: ListState<E>;
  /** `useData(list…, { query: list.query, keep: true })` */
  query: Pick<UseQueryResult<{ count: number }>, 'data' | 'isPlaceholderData'>;
  /** The filters in the URL that the children set. */
  names?: readonly string[];
  /** Its filters, such as `FilterSelect`. */
  children?: ReactNode;
  /** Stands before the search: what it is a list of. */
  lead?: ReactNode;
  /** Stands at the other side, such as a `ViewToggle`. */
  end?: ReactNode;
}

/** Search and filters above a list; a list that has nothing at all has nothing above it either. */
export function ListBar<E extends AnyEndpoint>({ list, query, names = [], children, lead, end }: Props<E>) {
  const isEmpty = query.data?.count === 0 && !query.isPlaceholderData && !list.isNarrowed(names);
  if (isEmpty) return lead && <div className={classes.bar}>{lead}</div>;
  return (
    <div className={classes.bar} role="search">
      {lead}
      <Search list={list} />
      {names.length > 0 && (
        <FilterBar list={list} names={names} count={query.data?.count}>
          {children}
        </FilterBar>
      )}
      {end && <div className={classes.end}>{end}</div>}
    </div>
  );
}

function Search<E extends AnyEndpoint>({ list }: { list: ListState<E> }) {
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

  return <SearchInput className={classes.search} label={t('search')} value={text} onChange={change} />;
}
