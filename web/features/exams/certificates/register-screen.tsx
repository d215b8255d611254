import {
  CERTIFICATE_FILTERS,
  exportCertificates,
  CERTIFICATES_COUNTED,
  EXPORTED_CERTIFICATES,
  listCertificates,
} from '#contract/exams/certificates';
import { getCourse, listCourses } from '#contract/learning/courses';
import { getGroup, listGroups } from '#contract/people/groups';
import { listSubdivisions } from '#contract/people/users';
import { type ResponseOf, writtenNumber } from '#contract/platform';
import { IconFileExport, IconUser } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { Menu } from '../../../ui/control/over/menu.tsx';
import { useAction } from '../../../lib/api/use-action.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { useListState } from '../../../lib/form/list-state.ts';
import { useMay } from '../../../lib/session/session.ts';
import { dateText } from '../../../lib/words/dates.ts';
import { useNumbers } from '../../../lib/words/numbers.ts';
import { personName } from '../../../lib/words/person-name.ts';
import { FilterDay } from '../../../ui/filter/filter-day.tsx';
import { FilterSelect } from '../../../ui/filter/filter-select.tsx';
import { FilterThing } from '../../../ui/filter/filter-thing.tsx';
import { FilterWord } from '../../../ui/filter/filter-word.tsx';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import { RowMenu } from '../../../ui/list/row-menu.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { PersonLine } from '../../../ui/person/person-line.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { TwoLines } from '../../../ui/table/two-lines.tsx';
import { CertificateStatus } from './certificate-status.tsx';
import DownloadItem from './download-item.tsx';
import { NameOnIt, Renamed } from './holder-names.tsx';
import classes from './register-screen.module.css';

type Row = ResponseOf<typeof listCertificates>['results'][number];

const FILTERS = [
  'status',
  'course',
  'group',
  'subdivision',
  'issued_from',
  'issued_to',
  'expires_from',
  'expires_to',
] as const;

/** The certificates of all courses in reach; a row opens the page that checks it. */
export function CertificateRegisterScreen() {
  const t = useTranslations('certificates');
  const common = useTranslations('common.list');
  const list = useListState(listCertificates);
  const certificates = useData(listCertificates, { query: list.query, keep: true });
  const exporting = useAction(exportCertificates, { onDone: saveFile });
  const columns = useColumns();
  const count = certificates.data?.count ?? 0;
  // A search stops counting there: it may have found more.
  const uncounted = list.search !== '' && count === CERTIFICATES_COUNTED;
  return (
    <>
      <PageHeader
        title={t('register.title')}
        description={t('register.description')}
        actions={
          <Button
            variant="default"
            leftSection={<IconFileExport size={18} aria-hidden />}
            loading={exporting.busy}
            disabled={count === 0}
            title={
              (count > EXPORTED_CERTIFICATES &&
                t('register.export_part', { count: EXPORTED_CERTIFICATES })) ||
              (uncounted && t('register.export_most', { count: EXPORTED_CERTIFICATES })) ||
              undefined
            }
            onClick={() => void exporting.run({ query: list.query })}
          >
            {t('register.export')}
          </Button>
        }
      />
      <ListBar list={list} query={certificates} names={FILTERS}>
        <Filters />
      </ListBar>
      <DataTable
        label={t('register.title')}
        columns={columns}
        query={certificates}
        list={list}
        rowKey={({ id }) => id}
        rowHref={({ number }) => `/certificate/${number}`}
        rowMenu={(row) => <CertificateMenu row={row} />}
        empty={
          list.isNarrowed(FILTERS) ? (
            <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
          ) : (
            <EmptyState title={t('list.empty')} text={t('list.empty_text')} />
          )
        }
      />
    </>
  );
}

function Filters() {
  const t = useTranslations('certificates');
  return (
    <>
      <FilterSelect
        name="status"
        label={t('list.status')}
        any={t('list.any_status')}
        choices={CERTIFICATE_FILTERS.map((status) => ({
          value: status,
          label: status === 'expiring' ? t('register.expiring_days') : t(`list.statuses.${status}`),
        }))}
      />
      <FilterThing
        name="course"
        label={t('list.course')}
        placeholder={t('register.any_course')}
        endpoint={listCourses}
        one={getCourse}
      />
      <FilterThing
        name="group"
        label={t('register.group')}
        placeholder={t('register.any_group')}
        endpoint={listGroups}
        one={getGroup}
      />
      <FilterWord
        name="subdivision"
        endpoint={listSubdivisions}
        label={t('register.subdivision')}
        placeholder={t('register.any_subdivision')}
      />
      <FilterDay name="issued_from" label={t('register.issued_from')} />
      <FilterDay name="issued_to" label={t('register.issued_to')} />
      <FilterDay name="expires_from" label={t('register.expires_from')} />
      <FilterDay name="expires_to" label={t('register.expires_to')} />
    </>
  );
}

function useColumns(): Column<Row>[] {
  const t = useTranslations('certificates');
  const { result } = useNumbers();
  return [
    {
      key: 'student',
      label: t('list.student'),
      sort: 'name',
      primary: true,
      render: ({ user, position, subdivision, renamed, name_on_it }) => (
        <span className="stack gap-2">
          <PersonLine person={user} note={[position, subdivision].filter(Boolean).join(' · ')} />
          <Renamed renamed={renamed} />
          <NameOnIt name={name_on_it} />
        </span>
      ),
    },
    {
      key: 'course',
      label: t('list.course'),
      sort: 'course',
      grow: true,
      render: ({ course, percent, ects }) => (
        <TwoLines note={`${result(percent)} · ${ects}`}>{course.name}</TwoLines>
      ),
    },
    {
      key: 'number',
      label: t('list.number'),
      minor: 'first',
      below: true,
      render: ({ number, version }) => (
        // The first is no news.
        <span>
          <span className={classes.number}>{writtenNumber(number)}</span>
          {version > 1 && ` · ${t('register.version', { version })}`}
        </span>
      ),
    },
    {
      key: 'issued',
      minor: true,
      below: true,
      label: t('list.issued'),
      sort: 'issued_at',
      render: ({ issued_at }) => dateText(issued_at),
    },
    {
      key: 'valid_until',
      label: t('list.valid_until'),
      sort: 'expires_at',
      render: ({ expires_at }) => (expires_at ? dateText(expires_at) : t('list.for_good')),
    },
    {
      key: 'status',
      label: t('list.status'),
      render: (row) => <CertificateStatus row={row} />,
    },
  ];
}

function CertificateMenu({ row: { course, user, version } }: { row: Row }) {
  const t = useTranslations('certificates');
  const may = useMay();
  return (
    <RowMenu name={personName(user) || '—'}>
      <DownloadItem course_id={course.id} user_id={user.id} version={version} />
      {may('viewUser') && (
        <Menu.Item component={Link} to={`/user/${user.id}`} leftSection={<IconUser size={18} aria-hidden />}>
          {t('register.open_person')}
        </Menu.Item>
      )}
    </RowMenu>
  );
}
