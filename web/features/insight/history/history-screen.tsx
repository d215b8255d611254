import { listHistory } from '#contract/insight/history';
import { useTranslations } from 'use-intl';
import { useListState } from '../../../lib/form/list-state.ts';
import { useProfile } from '../../../lib/session/session.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { NotFound } from '../../../ui/state/states.tsx';
import { HistoryEmpty } from './history-empty.tsx';
import { FILTERS, HistoryFilters } from './history-filters.tsx';
import { HistoryList } from './entries/history-list.tsx';

/** What was done in a company; only in the one that is acted in. */
export function HistoryScreen({ company_id }: { company_id: number }) {
  return useProfile().current_login_info.space_pk === company_id ? <CompanyHistory /> : <NotFound />;
}

function CompanyHistory() {
  const t = useTranslations('history');
  const list = useListState(listHistory);
  const query = useData(listHistory, { query: list.query, keep: true });
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <ListBar list={list} query={query} names={FILTERS}>
        <HistoryFilters />
      </ListBar>
      <HistoryList
        query={query}
        list={list}
        label={t('company_label')}
        empty={<HistoryEmpty list={list} text={t('company_empty_text')} />}
      />
    </>
  );
}
