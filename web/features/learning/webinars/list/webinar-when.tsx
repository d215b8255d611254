import type { listWebinars } from '#contract/learning/webinars';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ListState } from '../../../../lib/form/list-state.ts';
import { LinkTabs } from '../../../../ui/control/tabs/link-tabs.tsx';

/** Upcoming or past. */
export function WebinarWhen({ list }: { list: ListState<typeof listWebinars> }) {
  const t = useTranslations('webinars.when');
  const { search, hash } = useLocation();
  const current = list.filter('when') === 'past' ? 'past' : 'upcoming';
  const hrefOf = (when: string) => {
    const next = new URLSearchParams(search);
    for (const name of ['page', 'state', 'ordering', 'when']) next.delete(name);
    if (when === 'past') next.set('when', when);
    return { search: next.toString(), hash };
  };
  return (
    <LinkTabs
      label={t('label')}
      current={current}
      tabs={(['upcoming', 'past'] as const).map((when) => ({ key: when, to: hrefOf(when), label: t(when) }))}
    />
  );
}
