import { listLibrary } from '#contract/learning/library';
import type { ResponseOf } from '#contract/platform';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Skeleton } from '../../../ui/state/skeleton.tsx';
import { type ListState, useListState } from '../../../lib/form/list-state.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import { ListBody } from '../../../ui/list/list-body.tsx';
import { FilterSelect } from '../../../ui/filter/filter-select.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { ThemeCard } from '../../../ui/brand/theme-card.tsx';
import { CopyLinks } from './copy-links.tsx';
import { FormMarks } from './form-marks.tsx';
import classes from './library.module.css';

type Library = ResponseOf<typeof listLibrary>;
type Row = Library['results'][number];
type List = ListState<typeof listLibrary>;
type Counts = (materials: Row['materials']) => ReactNode;

const FILTERS = ['category', 'tag'] as const;

/** The courses that every company may take, as cards. */
export function LibraryListScreen({ counts }: { counts: Counts }) {
  const t = useTranslations('library');
  const list = useListState(listLibrary);
  const query = useData(listLibrary, { query: list.query, keep: true });
  return (
    <>
      <PageHeader title={t('title')} description={t('about')} />
      <ListBar list={list} query={query} names={FILTERS}>
        {query.data && <Filters found={query.data} />}
      </ListBar>
      <ListBody
        query={query}
        list={list}
        sorts={[
          { label: t('name'), sort: 'name' },
          { label: t('created_at'), sort: 'created_at' },
        ]}
        sort="always"
        skeleton={<CardsSkeleton />}
        empty={<Nothing list={list} />}
      >
        {(courses) => (
          <ul className="cards plain" aria-label={t('title')}>
            {courses.map((course) => (
              <LibraryCard key={course.id} course={course} counts={counts} />
            ))}
          </ul>
        )}
      </ListBody>
    </>
  );
}

function LibraryCard({ course, counts }: { course: Row; counts: Counts }) {
  const t = useTranslations('library');
  return (
    <ThemeCard
      to={`/library/${course.id}#description`}
      color={course.theme_color}
      photo={course.photo}
      name={course.name}
      description={course.description}
      tags={course.tags}
      tagsLabel={t('tags')}
      marks={<FormMarks types={course.form_type} />}
      facts={[course.category]}
      foot={
        <>
          {counts(course.materials)}
          <Cloned cloned={course.cloned} />
        </>
      }
    />
  );
}

/** That the company has it already, with the way to each copy. */
function Cloned({ cloned }: { cloned: Row['cloned'] }) {
  const t = useTranslations('library');
  if (cloned.length === 0) return null;
  return (
    <p className={classes.cloned}>
      <IconCircleCheck size={18} aria-hidden />
      <span>
        {t('cloned')} <CopyLinks cloned={cloned} />
      </span>
    </p>
  );
}

function Filters({ found }: { found: Library }) {
  const t = useTranslations('library');
  const choices = { category: found.categories, tag: found.tags };
  return FILTERS.map((name) => (
    <FilterSelect
      key={name}
      name={name}
      label={t(name)}
      any={t(`any_${name}`)}
      choices={choices[name].map((word) => ({ value: word, label: word }))}
    />
  ));
}

function Nothing({ list }: { list: List }) {
  const t = useTranslations('library.empty');
  const common = useTranslations('common.list');
  return list.isNarrowed(FILTERS) ? (
    <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
  ) : (
    <EmptyState title={t('title')} text={t('text')} />
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
