import { COURSE_STATES, listCourses } from '#contract/courses';
import type { ResponseOf } from '#contract/platform';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { type ListState, useListState } from '../../lib/list-state.ts';
import { useMay } from '../../lib/session.ts';
import { useData } from '../../lib/use-data.ts';
import { ListBar } from '../../ui/list/list-bar.tsx';
import { Pages } from '../../ui/list/pages.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { CourseCard } from './course-card.tsx';
import classes from './course-list-screen.module.css';

type Courses = ResponseOf<typeof listCourses>;
type List = ListState<typeof listCourses>;

/** The courses in reach as cards, by state, with search. */
export function CourseListScreen() {
  const t = useTranslations('courses');
  const list = useListState(listCourses);
  const query = useData(listCourses, { query: list.query, keep: true });
  const create = useMay()('createCourse') && (
    <Button component={Link} to="/course/create" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} actions={create} />
      <States list={list} states={query.data?.states ?? null} />
      <ListBar list={list}>
        <NativeSelect
          aria-label={t('form_type')}
          value={list.filter('form_type')}
          onChange={(event) => list.setFilter('form_type', event.currentTarget.value)}
          data={[
            { value: '', label: t('any_form_type') },
            { value: '1', label: t('with_test') },
            { value: '2', label: t('with_exam') },
          ]}
        />
      </ListBar>
      <Loaded query={query} skeleton={<CardsSkeleton />}>
        {(courses) =>
          courses.results.length === 0 ? (
            <div className={classes.empty}>
              <Nothing list={list} create={create} />
            </div>
          ) : (
            <>
              <ul className={classes.cards} data-stale={query.isPlaceholderData || undefined}>
                {courses.results.map((course) => (
                  <CourseCard key={course.id} course={course} />
                ))}
              </ul>
              <Pages
                page={list.page}
                total={courses.total_pages}
                count={courses.count}
                onChange={list.setPage}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

/** The tabs are addresses: each can be opened, shared and gone back to. */
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
    <nav className={classes.states} aria-label={t('label')}>
      {(['all', ...COURSE_STATES] as const).map((state) => (
        <Link
          key={state}
          to={hrefOf(state)}
          className={classes.state}
          aria-current={state === current ? 'page' : undefined}
          preventScrollReset
        >
          {t(state)}
          {states && <span className={classes.count}>{states[state]}</span>}
        </Link>
      ))}
    </nav>
  );
}

function Nothing({ list, create }: { list: List; create: React.ReactNode }) {
  const t = useTranslations('courses');
  const common = useTranslations('common.list');
  const state = (list.filter('state') || 'all') as 'all' | (typeof COURSE_STATES)[number];
  if (list.search || list.filter('form_type'))
    return <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />;
  if (state === 'all')
    return (
      <EmptyState
        title={t('empty.all')}
        text={create ? t('empty.all_editor') : t('empty.all_reader')}
        action={create}
      />
    );
  return <EmptyState title={t(`empty.${state}`)} text={t(`empty.${state}_text`)} />;
}

function CardsSkeleton() {
  return (
    <div className={classes.cards}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={232} radius="lg" />
      ))}
    </div>
  );
}
