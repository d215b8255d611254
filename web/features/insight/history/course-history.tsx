import { listCourseHistory } from '#contract/insight/history';
import { useTranslations } from 'use-intl';
import { useListState } from '../../../lib/form/list-state.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import { HistoryEmpty } from './history-empty.tsx';
import { CourseHistoryFilters, FILTERS } from './history-filters.tsx';
import { HistoryList } from './entries/history-list.tsx';

/** What was done to a course, its materials, tests and questions: who, when, and what was there before. */
export default function CourseHistory({ course_id }: { course_id: number }) {
  const t = useTranslations('history');
  const list = useListState(listCourseHistory);
  const query = useData(listCourseHistory, { params: { id: course_id }, query: list.query, keep: true });
  return (
    <>
      <ListBar list={list} query={query} names={FILTERS}>
        <CourseHistoryFilters />
      </ListBar>
      <HistoryList
        query={query}
        list={list}
        course_id={course_id}
        label={t('label')}
        empty={<HistoryEmpty list={list} text={t('empty_text')} />}
      />
    </>
  );
}
