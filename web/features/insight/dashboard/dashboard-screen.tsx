import { type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { useProfile } from '../../../lib/session/session.ts';
import { PageSkeleton } from '../../../ui/state/loaded.tsx';
import { NotFound } from '../../../ui/state/states.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { TabsByUrl } from '../../../ui/page/tabs-by-url.tsx';
import { Overview } from './overview/overview.tsx';
import type { Dashboard as Figures } from './dashboard.ts';
import { later } from '../../../lib/page/later.tsx';

const StandingList = later(() => import('./lists/standing-list.tsx'));
const ExpiringList = later(() => import('./lists/expiring-list.tsx'));

interface Props {
  /** Of the company. */
  id: number;
  /** How its seats are shown. */
  licences: (licences: Figures['licences']) => ReactNode;
  /** How its first steps are shown. */
  firstSteps: (steps: Figures['first_steps']) => ReactNode;
}

/** How a company does, for its owner and admins; only the one that is acted in. */
export function DashboardScreen(props: Props) {
  return useProfile().current_login_info.space_pk === props.id ? <Dashboard {...props} /> : <NotFound />;
}

function Dashboard({ id, ...parts }: Props) {
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
