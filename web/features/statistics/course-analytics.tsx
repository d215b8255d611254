import { COURSE_STATES } from '#contract/courses';
import { courseStatistic } from '#contract/statistics';
import type { ResponseOf } from '#contract/platform';
import { Button, Menu, NativeSelect } from '@mantine/core';
import { IconClipboardCheck, IconClockPlus, IconPlugConnectedX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { dateTimeText } from '../../lib/dates.ts';
import { useListState } from '../../lib/list-state.ts';
import { useMay } from '../../lib/session.ts';
import { useData } from '../../lib/use-data.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { ListBar } from '../../ui/list/list-bar.tsx';
import { RowMenu } from '../../ui/list/row-menu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import classes from './course-analytics.module.css';
import { FormResults } from './form-results.tsx';

export type StudentRow = ResponseOf<typeof courseStatistic>['results'][number];

const TONES: Record<StudentRow['state'], Tone> = { new: 'neutral', in_progress: 'active', finished: 'good' };

interface Props {
  course_id: number;
  groups: readonly { id: number; name: string }[];
  /** The action that saves a student's certificate. */
  certificate: (row: StudentRow) => ReactNode;
  /** The dialog that gives minutes or attempts to one student, or to a group. */
  grant: (student: Student | null, onClose: () => void) => ReactNode;
  /** The dialog that gives back what an outage took. */
  outage: (onClose: () => void) => ReactNode;
}

interface Student {
  id: number;
  name: string;
}

type Asked = { what: 'outage' } | { what: 'grant'; student: Student | null };

/** The students of a course with the results of every test and exam; a row opens the last attempt. */
export function CourseAnalytics({ course_id, groups, certificate, grant, outage }: Props) {
  const t = useTranslations('statistics');
  const common = useTranslations('common.list');
  const may = useMay();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const list = useListState(courseStatistic);
  const query = useData(courseStatistic, { params: { id: course_id }, query: list.query, keep: true });
  const columns: Column<StudentRow>[] = [
    {
      key: 'user',
      label: t('student'),
      sort: 'last_name',
      primary: true,
      render: nameOf,
    },
    {
      key: 'state',
      label: t('state'),
      render: ({ state }) => <StatusBadge tone={TONES[state]}>{t(`states.${state}`)}</StatusBadge>,
    },
    {
      key: 'progress',
      label: t('progress'),
      sort: 'progress',
      numeric: true,
      render: ({ progress }) => t('percent', { percent: progress }),
    },
    {
      key: 'forms',
      label: t('results'),
      render: (row) => <FormResults course_id={course_id} forms={row.forms} />,
    },
    {
      key: 'last_activity',
      label: t('last_activity'),
      sort: 'last_activity',
      render: ({ last_activity }) => (last_activity ? dateTimeText(last_activity) : '—'),
    },
  ];
  const filtered = list.search !== '' || list.filter('state') !== '' || list.filter('group') !== '';
  return (
    <div className={classes.analytics}>
      <div className={classes.tools}>
        {may('manageAttempts') && (
          <>
            <Button
              variant="default"
              leftSection={<IconClockPlus size={18} aria-hidden />}
              onClick={() => setAsked({ what: 'grant', student: null })}
            >
              {t('give_time')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPlugConnectedX size={18} aria-hidden />}
              onClick={() => setAsked({ what: 'outage' })}
            >
              {t('outage')}
            </Button>
          </>
        )}
        <Button
          component={Link}
          to={`/course/${course_id}/results`}
          variant="default"
          leftSection={<IconClipboardCheck size={18} aria-hidden />}
        >
          {t('to_results')}
        </Button>
      </div>
      <ListBar list={list}>
        <NativeSelect
          aria-label={t('state')}
          value={list.filter('state')}
          onChange={(event) => list.setFilter('state', event.currentTarget.value)}
          data={[
            { value: '', label: t('any_state') },
            ...COURSE_STATES.map((state) => ({ value: state, label: t(`states.${state}`) })),
          ]}
        />
        {groups.length > 1 && (
          <NativeSelect
            aria-label={t('group')}
            value={list.filter('group')}
            onChange={(event) => list.setFilter('group', event.currentTarget.value)}
            data={[
              { value: '', label: t('any_group') },
              ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
      </ListBar>
      <DataTable
        label={t('label')}
        columns={columns}
        query={query}
        list={list}
        rowKey={({ user }) => user.id}
        rowHref={(row) => hrefOf(course_id, row)}
        rowMenu={(row) =>
          (may('manageAttempts') || row.can_download_certificate) && (
            <RowMenu name={nameOf(row)}>
              {may('manageAttempts') && (
                <Menu.Item
                  leftSection={<IconClockPlus size={18} aria-hidden />}
                  onClick={() => setAsked({ what: 'grant', student: { id: row.user.id, name: nameOf(row) } })}
                >
                  {t('give_time')}
                </Menu.Item>
              )}
              {row.can_download_certificate && certificate(row)}
            </RowMenu>
          )
        }
        empty={
          filtered ? (
            <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
          ) : (
            <EmptyState title={t('empty')} text={t('empty_text')} />
          )
        }
      />
      {asked?.what === 'grant' && grant(asked.student, close)}
      {asked?.what === 'outage' && outage(close)}
    </div>
  );
}

const nameOf = ({ user }: StudentRow) => `${user.last_name} ${user.first_name}`;

/** The last attempt of the last test or exam that was taken. */
function hrefOf(course_id: number, { forms }: StudentRow): string | null {
  const last = forms.findLast(({ last_attempt_id }) => last_attempt_id !== null)?.last_attempt_id;
  return last ? `/course/${course_id}/statistic/${last}` : null;
}
