import { COURSE_STATES, listCourses } from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';
import { IconCategory, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { type ListState, useListState } from '../../../../lib/form/list-state.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { useFirstRows, useSought } from '../../../../ui/table/first-rows.ts';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import { ListBody } from '../../../../ui/list/list-body.tsx';
import { useView, ViewToggle } from '../../../../ui/list/view-toggle.tsx';
import { LinkTabs } from '../../../../ui/control/tabs/link-tabs.tsx';
import { LongText } from '../../../../ui/table/long-text.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { CourseBadges, CourseCard, type CourseRow } from './course-card.tsx';
import { CourseListFilters, FILTERS } from './course-list-filters.tsx';
import classes from './course-list-screen.module.css';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
import { laterOver } from '../../../../lib/page/later.tsx';

const CategoriesDialog = laterOver(() => import('./categories-dialog.tsx'));

type Courses = ResponseOf<typeof listCourses>;
type List = ListState<typeof listCourses>;

interface Props {
  /** What can be read all the same where the list could not be. */
  kept: ReactNode;
}

/** The courses in reach as cards or as a table, by state, with search and filters. */
export function CourseListScreen({ kept }: Props) {
  const t = useTranslations('courses');
  const list = useListState(listCourses);
  const query = useData(listCourses, { query: list.query, keep: true });
  const sought = useSought(list);
  const view = useView('list');
  const columns = useColumns();
  const create = useMay()('createCourse') && (
    <Button component={Link} to="/course/create" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('create')}
    </Button>
  );
  const shared = { query, list, empty: <Nothing list={list} create={create} /> };
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          create && (
            <>
              <Categories />
              {create}
            </>
          )
        }
      />
      {query.data?.states?.all !== 0 && <States list={list} states={query.data?.states ?? null} />}
      <ListBar list={list} query={query} names={FILTERS} end={<ViewToggle first="list" />}>
        <CourseListFilters />
      </ListBar>
      {view === 'table' ? (
        <DataTable
          {...shared}
          label={t('title')}
          columns={columns}
          moreSorts={[{ label: t('created_at'), sort: 'created_at' }]}
          rowKey={({ id }) => id}
          rowHref={({ id }) => `/course/${id}`}
        />
      ) : (
        <ListBody
          {...shared}
          sorts={[...columns, { label: t('created_at'), sort: 'created_at' }]}
          sort="always"
          skeleton={<CardsSkeleton />}
        >
          {(courses) => <Cards courses={courses} sought={sought} />}
        </ListBody>
      )}
      {query.isLoadingError && kept}
    </>
  );
}

function Categories() {
  const t = useTranslations('courses.categories');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCategory size={18} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('action')}
      </Button>
      {opened && <CategoriesDialog onClose={() => setOpened(false)} />}
    </>
  );
}

function useColumns(): Column<CourseRow>[] {
  const t = useTranslations('courses');
  const { number } = useFormatter();
  const staff = useMay()('viewCourseStudents');
  return [
    {
      key: 'name',
      label: t('form.name'),
      sort: 'name',
      primary: true,
      render: (course) => (
        <span className={classes.line}>
          <span className={classes.swatch} style={{ background: course.theme_color }} />
          <span className="shrinks">{course.name}</span>
        </span>
      ),
    },
    { key: 'state', label: t('state_label'), render: (course) => <CourseBadges course={course} /> },
    {
      key: 'progress',
      label: t('progress'),
      render: (course) => <ProgressLine value={course.progress} label={`${t('progress')}: ${course.name}`} />,
    },
    {
      key: 'category',
      label: t('category'),
      render: ({ category }) => category && <LongText>{category.name}</LongText>,
    },
    {
      key: 'materials',
      label: t('materials'),
      numeric: true,
      render: ({ materials }) => number(materials),
    },
    ...(staff
      ? [
          {
            key: 'students',
            label: t('students'),
            numeric: true,
            render: ({ students }: CourseRow) => number(students ?? 0),
          },
        ]
      : []),
  ];
}

function States({ list, states }: { list: List; states: Courses['states'] }) {
  const t = useTranslations('courses.states');
  const [params] = useSearchParams();
  const current = list.filter('state') || 'all';
  const hrefOf = (state: string) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    if (state === 'all') next.delete('state');
    else next.set('state', state);
    return { search: next.toString() };
  };
  return (
    <LinkTabs
      label={t('label')}
      current={current}
      tabs={(['all', ...COURSE_STATES] as const).map((state) => ({
        key: state,
        to: hrefOf(state),
        label: t(state),
        count: states?.[state],
      }))}
    />
  );
}

function Nothing({ list, create }: { list: List; create: React.ReactNode }) {
  const t = useTranslations('courses');
  const common = useTranslations('common.list');
  const state = (list.filter('state') || 'all') as 'all' | (typeof COURSE_STATES)[number];
  if (list.isNarrowed(FILTERS))
    return <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />;
  if (state === 'all')
    return (
      <EmptyState title={t('empty.all')} text={create ? t('empty.all_editor') : t('empty.all_reader')} />
    );
  return <EmptyState title={t(`empty.${state}`)} text={t(`empty.${state}_text`)} />;
}

function Cards({ courses, sought }: { courses: readonly CourseRow[]; sought: string | null }) {
  const t = useTranslations('courses');
  return (
    <ul className="cards plain" aria-label={t('title')}>
      {useFirstRows(courses, sought, 280, 300).map((course) => (
        <CourseCard key={course.id} course={course} />
      ))}
    </ul>
  );
}

function CardsSkeleton() {
  return (
    <div className="cards plain">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={300} radius="lg" />
      ))}
    </div>
  );
}
