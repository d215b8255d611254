import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Skeleton } from './skeleton.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { codeOf, errorOf, useErrorText } from '../../lib/api/errors.ts';
import { ErrorState, NoPermission, NotFound } from './states.tsx';

interface Props<T> {
  query: UseQueryResult<T>;
  /** As tall as what will come, so that nothing jumps; a page of lines unless told. */
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * The states of something read: skeleton, error with retry, no permission, not found, and then the thing.
 * @example <Loaded query={useData(getGroup, { params: { id } })}>{(group) => <h2>{group.name}</h2>}</Loaded>
 */
export function Loaded<T>({ query, skeleton, children }: Props<T>) {
  const t = useTranslations('common');
  const errorText = useErrorText();
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) {
    return (
      // By its own key: else its element becomes one of the screen, which then seems to have moved.
      <div key="skeleton" aria-busy="true" aria-label={t('states.loading')} role="status">
        {skeleton ?? <PageSkeleton />}
      </div>
    );
  }
  const status = query.error instanceof ApiError ? query.error.status : 0;
  if (status === 404) return <NotFound />;
  if (status === 403) {
    const own = codeOf(query.error) === 'own_form';
    return <NoPermission {...(own && { text: errorText(errorOf(query.error)) })} />;
  }
  return <ErrorState text={errorText(errorOf(query.error))} onRetry={() => void query.refetch()} />;
}

/** A title and some lines. */
export function PageSkeleton() {
  return (
    <>
      <Skeleton height={36} width="45%" className="before-8" />
      <Skeleton height={180} radius="lg" className="before-6" />
      <Skeleton height={16} className="before-4" />
      <Skeleton height={16} width="80%" />
    </>
  );
}
