import { CERTIFICATE_STATUSES, listCertificates } from '#contract/exams/certificates';
import { type ResponseOf, writtenNumber } from '#contract/platform';
import { IconExternalLink, IconPrinter } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { dateText } from '../../../lib/words/dates.ts';
import { useListState } from '../../../lib/form/list-state.ts';
import { printPage } from '../../../lib/page/print.ts';
import { useProfile } from '../../../lib/session/session.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { useNumbers } from '../../../lib/words/numbers.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import { FilterSelect } from '../../../ui/filter/filter-select.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import classes from './certificate-list.module.css';
import { CertificateStatus } from './certificate-status.tsx';
import { DownloadButton } from './download-button.tsx';
import { NameOnIt, Renamed } from './holder-names.tsx';
import { personName } from '../../../lib/words/person-name.ts';

type Row = ResponseOf<typeof listCertificates>['results'][number];

const FILTERS = ['status'] as const;

/** Certificates of a course or of a person, each version of them; printed as a list. */
export default function CertificateList({ of }: { of: { course: number } | { user: number } }) {
  const t = useTranslations('certificates.list');
  const common = useTranslations('common.list');
  const me = useProfile().id;
  const own = 'user' in of && of.user === me;
  const list = useListState(listCertificates);
  const certificates = useData(listCertificates, { query: { ...list.query, ...of }, keep: true });
  const columns = useColumns('course' in of ? 'student' : 'course');
  const narrowed = list.isNarrowed(FILTERS);
  return (
    <div className={classes.list}>
      <h2 className="on-paper">{t('label')}</h2>
      <div className="off-paper">
        <ListBar
          list={list}
          query={certificates}
          names={FILTERS}
          end={
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => void printPage()}
            >
              {t('print')}
            </Button>
          }
        >
          <FilterSelect
            name="status"
            label={t('status')}
            any={t('any_status')}
            choices={CERTIFICATE_STATUSES.map((status) => ({
              value: status,
              label: t(`statuses.${status}`),
            }))}
          />
        </ListBar>
      </div>
      <DataTable
        label={t('label')}
        columns={columns}
        query={certificates}
        list={list}
        rowKey={({ id }) => id}
        empty={
          narrowed ? (
            <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
          ) : (
            <EmptyState
              title={t(own ? 'empty_own' : 'empty')}
              text={t(own ? 'empty_own_text' : 'empty_text')}
            />
          )
        }
      />
    </div>
  );
}

function useColumns(about: 'student' | 'course'): Column<Row>[] {
  const t = useTranslations('certificates.list');
  const { result } = useNumbers();
  return [
    about === 'student'
      ? {
          key: 'student',
          label: t('student'),
          sort: 'name',
          primary: true,
          render: ({ user, name_on_it, renamed }) => (
            <>
              <span className="anywhere">{personName(user)}</span> <Renamed renamed={renamed} />{' '}
              <NameOnIt name={name_on_it} />
            </>
          ),
        }
      : {
          key: 'course',
          label: t('course'),
          sort: 'course',
          primary: true,
          render: ({ course, name_on_it, renamed }) => (
            <>
              {course.name} <Renamed renamed={renamed} /> <NameOnIt name={name_on_it} />
            </>
          ),
        },
    {
      key: 'number',
      label: t('number'),
      minor: 'first',
      below: true,
      render: ({ number }) => <CheckLink number={number} />,
    },
    {
      key: 'result',
      label: t('result'),
      minor: true,
      below: true,
      numeric: true,
      render: ({ percent, ects }) => `${result(percent)} · ${ects}`,
    },
    {
      key: 'issued',
      minor: true,
      below: true,
      label: t('issued'),
      sort: 'issued_at',
      render: ({ issued_at }) => dateText(issued_at),
    },
    {
      key: 'valid_until',
      label: t('valid_until'),
      sort: 'expires_at',
      render: ({ expires_at }) => (expires_at ? dateText(expires_at) : t('for_good')),
    },
    {
      key: 'status',
      label: t('status'),
      render: (row) => <CertificateStatus row={row} />,
    },
    {
      key: 'file',
      label: t('file'),
      render: ({ course, user, version, number }) => (
        <DownloadButton
          course_id={course.id}
          user_id={user.id}
          version={version}
          number={writtenNumber(number)}
          variant="default"
          size="sm"
        />
      ),
    },
  ];
}

function CheckLink({ number }: { number: string }) {
  const t = useTranslations('certificates.list');
  const written = writtenNumber(number);
  return (
    <Link
      to={`/certificate/${number}`}
      target="_blank"
      className={`${classes.number} finger-line`}
      aria-label={t('check', { number: written })}
    >
      {written}
      <IconExternalLink size={16} className="off-paper" aria-hidden />
    </Link>
  );
}
