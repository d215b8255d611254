import {
  ATTENDANCE_STATUSES,
  type getWebinar,
  listAttendance,
  noteAttendance,
} from '#contract/learning/webinars';
import type { ResponseOf } from '#contract/platform';
import { IconFileExport, IconUserCheck, IconUserX } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Menu } from '../../../../ui/control/over/menu.tsx';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { useListState } from '../../../../lib/form/list-state.ts';
import { saveFile } from '../../../../lib/files/save-file.ts';
import { showSuccess, showWarning } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import { FilterSelect } from '../../../../ui/filter/filter-select.tsx';
import { RowMenu } from '../../../../ui/list/row-menu.tsx';
import { personName } from '../../../../lib/words/person-name.ts';
import { PersonLine } from '../../../../ui/person/person-line.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { StatusBadge, type Tone } from '../../../../ui/state/status-badge.tsx';
import { attendanceTable } from './attendance-table.ts';
import classes from './webinar-attendance.module.css';
import { opensAt, useServerNow } from '../webinar-time.ts';

type Person = ResponseOf<typeof listAttendance>['results'][number];
type Status = Person['status'];

const FILTERS = ['status'] as const;

interface Props {
  webinar: ResponseOf<typeof getWebinar>;
  /** Local milliseconds at which it was read. */
  read_at: number;
}

/** Who is invited and who came, with what the host notes by hand. */
export default function WebinarAttendance({ webinar, read_at }: Props) {
  const t = useTranslations('webinars.attendance');
  const common = useTranslations('common.list');
  const list = useListState(listAttendance);
  const params = { id: webinar.id };
  // Nobody came yet, and nobody will come to one that is canceled.
  const opened =
    opensAt(webinar) <= useServerNow(webinar.server_time, read_at) && webinar.state !== 'canceled';
  const query = useData(listAttendance, { params, query: list.query, keep: true });
  const totals = query.data?.totals;
  const columns = useColumns();
  const { run: note } = useAction(noteAttendance, { onDone: () => showSuccess(t('noted')) });
  const mark = (person: Person, status: 'attended' | 'absent') =>
    void note({ params, body: { user_id: person.id, status } });
  return (
    <>
      <ListBar list={list} query={query} names={FILTERS} end={<ExportButton webinar={webinar} />}>
        <FilterSelect
          name="status"
          label={t('status')}
          any={t('any_status')}
          choices={[
            ...ATTENDANCE_STATUSES.map((status) => ({ value: status, label: t(`statuses.${status}`) })),
            { value: 'none', label: t('statuses.none') },
          ]}
        />
      </ListBar>
      {totals && <p className={classes.totals}>{t('totals', totals)}</p>}
      <DataTable
        query={query}
        list={list}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />}
        {...(opened && {
          rowMenu: (person: Person) => (
            <RowMenu name={personName(person)}>
              <Menu.Item
                leftSection={<IconUserCheck size={18} aria-hidden />}
                onClick={() => mark(person, 'attended')}
              >
                {t('mark_attended')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconUserX size={18} aria-hidden />}
                onClick={() => mark(person, 'absent')}
              >
                {t('mark_absent')}
              </Menu.Item>
            </RowMenu>
          ),
        })}
      />
    </>
  );
}

const TONES: Record<NonNullable<Status>, Tone> = {
  joined: 'active',
  attended: 'good',
  left: 'warning',
  absent: 'bad',
};

function useColumns(): Column<Person>[] {
  const t = useTranslations('webinars.attendance');
  const { number } = useFormatter();
  return [
    {
      key: 'name',
      label: t('person'),
      sort: 'last_name',
      primary: true,
      render: (person) => <PersonLine person={person} />,
    },
    {
      key: 'status',
      label: t('status'),
      render: ({ status }) => (
        <StatusBadge tone={status ? TONES[status] : 'neutral'}>
          {t(`statuses.${status ?? 'none'}`)}
        </StatusBadge>
      ),
    },
    {
      key: 'joined_at',
      label: t('joined_at'),
      sort: 'joined_at',
      numeric: true,
      render: ({ joined_at }) => joined_at && dateTimeText(joined_at),
    },
    {
      key: 'left_at',
      label: t('left_at'),
      numeric: true,
      render: ({ left_at }) => left_at && dateTimeText(left_at),
    },
    {
      key: 'minutes',
      label: t('minutes'),
      numeric: true,
      render: ({ minutes }) => minutes !== null && number(minutes),
    },
    { key: 'source', label: t('source'), render: ({ source }) => source && t(`sources.${source}`) },
  ];
}

function ExportButton({ webinar }: { webinar: { id: number; name: string } }) {
  const t = useTranslations('webinars.attendance');
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      const header = [t('person'), t('status'), t('joined_at'), t('left_at'), t('minutes'), t('source')];
      saveFile(
        await attendanceTable(webinar, header, (person) => [
          personName(person),
          t(`statuses.${person.status ?? 'none'}`),
          person.joined_at ? dateTimeText(person.joined_at) : '',
          person.left_at ? dateTimeText(person.left_at) : '',
          person.minutes === null ? '' : String(person.minutes),
          person.source ? t(`sources.${person.source}`) : '',
        ]),
      );
    } catch (error) {
      showWarning(errorText(errorOf(error)));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconFileExport size={18} aria-hidden />}
      loading={busy}
      onClick={() => void save()}
    >
      {t('export')}
    </Button>
  );
}
