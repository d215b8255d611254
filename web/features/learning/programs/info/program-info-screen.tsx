import { getProgram } from '#contract/learning/programs';
import { IconPencil, IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { dateText } from '../../../../lib/words/dates.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { LinkList } from '../../../../ui/page/link-list.tsx';
import { Loaded, PageSkeleton } from '../../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Facts, Section } from '../../../../ui/page/panel.tsx';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
import { RichText } from '../../../../ui/rich-text/rich-text.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { TabsByUrl } from '../../../../ui/page/tabs-by-url.tsx';
import { DeleteProgramDialog } from '../delete-program-dialog.tsx';
import { type CourseLock, ProgramCourses } from './program-courses.tsx';
import { ProgramCover } from '../program-cover.tsx';
import classes from './program-info-screen.module.css';
import { ProgramTags } from '../program-tags.tsx';
import type { Program } from '../program.ts';

interface Props {
  id: number;
  chronology: (program: Program) => ReactNode;
  webinars: (program: Program) => ReactNode;
  students: (program: Program) => ReactNode;
  lockReason: (lock: CourseLock) => ReactNode;
}

export function ProgramInfoScreen({ id, chronology, webinars, students, lockReason }: Props) {
  const t = useTranslations('programs');
  const may = useMay();
  const query = useData(getProgram, { params: { id } });
  return (
    <Loaded query={query}>
      {(program) => (
        <>
          <PageHeader
            title={program.name}
            description={program.description}
            back={{ to: '/program', label: t('title') }}
            actions={program.may_edit && <Actions program={program} />}
          />
          <TabsByUrl
            label={t('tabs')}
            tabs={[
              { hash: 'generalInfo', label: t('general'), content: <General program={program} /> },
              {
                hash: 'courses',
                label: t('courses'),
                count: program.courses.length,
                content: <ProgramCourses program={program} lockReason={lockReason} />,
              },
              {
                hash: 'chronology',
                label: t('chronology'),
                content: <Suspense fallback={<PageSkeleton />}>{chronology(program)}</Suspense>,
              },
              {
                hash: 'webinars',
                label: t('webinars'),
                content: <Suspense fallback={<PageSkeleton />}>{webinars(program)}</Suspense>,
              },
              ...(may('viewCourseStudents')
                ? [
                    {
                      hash: 'students',
                      label: t('students'),
                      content: <Suspense fallback={<PageSkeleton />}>{students(program)}</Suspense>,
                    },
                  ]
                : []),
              ...(may('navigateGroups')
                ? [
                    {
                      hash: 'groups',
                      label: t('groups'),
                      count: program.groups.length,
                      content: <Groups program={program} />,
                    },
                  ]
                : []),
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

function General({ program }: { program: Program }) {
  const t = useTranslations('programs');
  const { students, courses, elsewhere } = program;
  const done = courses.filter(({ state }) => state === 'finished').length;
  return (
    <>
      <Section>
        <div className={`${classes.general} stack gap-8 tops`}>
          <Cover program={program} />
          <div className="stack gap-7">
            {students === null && courses.length > 0 && (
              <div className={classes.progress}>
                <ProgressLine value={Math.floor((100 * done) / courses.length)} label={t('progress')} />
                <span>{t('courses_done', { done, total: courses.length })}</span>
              </div>
            )}
            <Facts
              facts={[
                [t('internal_name'), program.internal_name],
                [t('courses'), t('courses_count', { count: courses.length })],
                [t('students'), students !== null && t('students_count', { count: students })],
                [t('created_at'), dateText(program.created_at)],
              ].filter((fact): fact is [string, string] => Boolean(fact[1]))}
            />
            {elsewhere && <p className="note">{t('elsewhere', elsewhere)}</p>}
            <ProgramTags tags={program.tags} />
          </div>
        </div>
      </Section>
      <Section title={t('about')}>
        {program.detailed_description ? (
          <RichText html={program.detailed_description} />
        ) : (
          <p className="dim flush">{t('no_description')}</p>
        )}
      </Section>
    </>
  );
}

function Cover({ program }: { program: Program }) {
  const t = useTranslations('programs');
  return (
    <div className="pictured">
      <ProgramCover program={program} />
      {program.may_edit && !program.photo && (
        <Button
          component={Link}
          to={`/program/${program.id}/edit`}
          variant="default"
          size="sm"
          className={classes.add}
          leftSection={<IconPhotoPlus size={18} aria-hidden />}
        >
          {t('add_picture')}
        </Button>
      )}
    </div>
  );
}

function Groups({ program: { id, groups, may_edit, elsewhere } }: { program: Program }) {
  const t = useTranslations('programs');
  return (
    <>
      <LinkList
        items={groups.map((group) => ({ ...group, to: `/group/${group.id}` }))}
        empty={
          <EmptyState
            title={t('no_groups')}
            text={may_edit && t('no_groups_editor')}
            action={
              may_edit && (
                <Button component={Link} to={`/program/${id}/edit`} variant="default">
                  {t('choose_groups')}
                </Button>
              )
            }
          />
        }
      />
      {elsewhere && <p className="note after-5">{t('elsewhere', elsewhere)}</p>}
    </>
  );
}

function Actions({ program }: { program: Program }) {
  const t = useTranslations('common');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        component={Link}
        to={`/program/${program.id}/edit`}
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
      >
        {t('edit')}
      </Button>
      <Button
        variant="subtle"
        color="brick"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('delete')}
      </Button>
      {asking && (
        <DeleteProgramDialog program={program} leavesTo="/program" onClose={() => setAsking(false)} />
      )}
    </>
  );
}
