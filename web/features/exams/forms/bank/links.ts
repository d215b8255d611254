import { listLinks } from '#contract/exams/bank';
import type { ResponseOf } from '#contract/platform';
import { createContext, use } from 'react';
import { useData } from '../../../../lib/api/use-data.ts';
import { useBuilder } from '../builder-context.ts';

export type BankLink = ResponseOf<typeof listLinks>['links'][number];

/** The questions of the draft that are tied to the bank, by their ids. */
export const LinksContext = createContext<ReadonlyMap<number, BankLink>>(new Map());

export function useLinks(form: { id: number; formId: number }): ReadonlyMap<number, BankLink> {
  const { data } = useData(listLinks, { params: form, keep: true });
  return new Map(data?.links.map((link) => [link.question_id, link]));
}

/** The version of the bank that a question of the draft is tied to, or undefined. */
export function useLink(key: string): BankLink | undefined {
  const { store } = useBuilder();
  const links = use(LinksContext);
  const id = store.ids.get(key);
  return id === undefined ? undefined : links.get(id);
}
