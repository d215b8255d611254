import { type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { PageSkeleton } from '../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { TabsByUrl } from '../../../ui/page/tabs-by-url.tsx';
import { Overview } from './overview/overview.tsx';
import type { Dashboard } from './dashboard.ts';
import { later } from '../../../lib/page/later.tsx';

const StandingList = later(() => import('./lists/standing-list.tsx'));
const ExpiringList = later(() => import('./lists/expiring-list.tsx'));

interface Props {
  /** Of the company. */
  id: number;
  /** How its seats are shown. */
  licences: (licences: Dashboard['licences']) => ReactNode;
  /** How its first steps are shown. */
  firstSteps: (steps: Dashboard['first_steps']) => ReactNode;
}

/** How a company does, for its owner and admins. */
export function DashboardScreen({ id, ...parts }: Props) {
  const t = useTranslations('dashboard');
  const shown = (content: ReactNode) => <Suspense fallback={<PageSkeleton />}>{content}</Suspense>;
  return (
    <>
      <PageHeader title={t('title')} />
      <TabsByUrl
        label={t('tabs')}
        tabs={[
          { hash: 'overview', label: t('overview'), content: <Overview id={id} {...parts} /> },
          { hash: 'groups', label: t('groups'), content: shown(<StandingList id={id} of="groups" />) },
          { hash: 'programs', label: t('programs'), content: shown(<StandingList id={id} of="programs" />) },
          { hash: 'certificates', label: t('certificates'), content: shown(<ExpiringList id={id} />) },
        ]}
      />
    </>
  );
}
