import { downloadDispatch, listDispatches, updateDispatch } from '#contract/learning/dispatches';
import { IconArrowBackUp, IconBan, IconDownload, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../lib/api/use-action.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { useListState } from '../../../lib/form/list-state.ts';
import { laterOver } from '../../../lib/page/later.tsx';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { dateText } from '../../../lib/words/dates.ts';
import { Button } from '../../../ui/control/button/button.tsx';
import { Menu } from '../../../ui/control/over/menu.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import { RowMenu } from '../../../ui/list/row-menu.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { StatusBadge } from '../../../ui/state/status-badge.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { type Dispatch, TONES } from './dispatch.ts';

const DispatchDialog = laterOver(() => import('./dispatch-dialog.tsx'));
const DispatchPeople = laterOver(() => import('./dispatch-people.tsx'));

type Asked = { what: 'make' } | { what: 'change' | 'people' | 'withdraw'; dispatch: Dispatch };

/** Where a course is given into other systems: made, downloaded, limited, withdrawn, and who came. */
export default function DispatchList({
  course,
}: {
  course: { id: number; name: string; published: boolean };
}) {
  const t = useTranslations('dispatches');
  const common = useTranslations('common.list');
  const list = useListState(listDispatches);
  const query = useData(listDispatches, { params: { id: course.id }, query: list.query, keep: true });
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const columns = useColumns(course, setAsked);
  const make = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAsked({ what: 'make' })}>
      {t('make')}
    </Button>
  );
  const hasAny = (query.data?.count ?? 0) > 0 || list.isNarrowed([]);
  return (
    <section className="stack gap-5">
      <p className="dim flush">{t('about')}</p>
      {!course.published && hasAny && <Notice tone="warning" title={t('draft')} />}
      {hasAny && <ListBar list={list} query={query} end={make} />}
      <DataTable
        label={t('title')}
        query={query}
        list={list}
        rowKey={({ id }) => id}
        columns={columns}
        rowMenu={(dispatch) => <DispatchMenu course={course} dispatch={dispatch} onAsk={setAsked} />}
        empty={
          list.isNarrowed([]) ? (
            <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
          ) : (
            <EmptyState title={t('empty')} text={t('empty_text')} action={make} />
          )
        }
      />
      {asked?.what === 'make' && <DispatchDialog course={course} onClose={close} />}
      {asked?.what === 'change' && (
        <DispatchDialog course={course} dispatch={asked.dispatch} onClose={close} />
      )}
      {asked?.what === 'people' && (
        <DispatchPeople course={course} dispatch={asked.dispatch} onClose={close} />
      )}
      {asked?.what === 'withdraw' && <Withdraw course={course} dispatch={asked.dispatch} onClose={close} />}
    </section>
  );
}

function Withdraw({
  course,
  dispatch,
  onClose,
}: {
  course: { id: number };
  dispatch: Dispatch;
  onClose: () => void;
}) {
  const t = useTranslations('dispatches.withdraw');
  const withdraw = useAction(updateDispatch, {
    onDone: () => {
      showSuccess(t('done'));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t('title', { name: dispatch.name })}
      text={t('text', { count: dispatch.people })}
      confirmLabel={t('action')}
      busy={withdraw.busy}
      onConfirm={() =>
        void withdraw.run({
          params: { id: course.id, dispatchId: dispatch.id },
          body: { withdrawn: true },
        })
      }
      onCancel={onClose}
    />
  );
}

function useColumns(course: { id: number }, onAsk: (asked: Asked) => void): Column<Dispatch>[] {
  const t = useTranslations('dispatches');
  return [
    {
      key: 'name',
      label: t('columns.name'),
      sort: 'name',
      primary: true,
      render: ({ name, refused_at }) => (
        <>
          {name}
          {refused_at && <span className="dim"> · {t('refused', { date: dateText(refused_at) })}</span>}
        </>
      ),
    },
    {
      key: 'state',
      label: t('columns.state'),
      render: ({ state }) => <StatusBadge tone={TONES[state]}>{t(`states.${state}`)}</StatusBadge>,
    },
    {
      key: 'people',
      label: t('columns.people'),
      render: (dispatch) => (
        <Button
          size="sm"
          variant="default"
          {...(dispatch.max_people === null && {
            'aria-label': t('people_count', { count: dispatch.people }),
          })}
          onClick={() => onAsk({ what: 'people', dispatch })}
        >
          {dispatch.max_people === null
            ? dispatch.people
            : t('people_of', { count: dispatch.people, max: dispatch.max_people })}
        </Button>
      ),
    },
    {
      key: 'ends_at',
      label: t('columns.ends_at'),
      render: ({ ends_at }) => (ends_at ? dateText(ends_at) : t('no_end')),
    },
    {
      key: 'standard',
      label: t('columns.standard'),
      minor: true,
      render: ({ standard }) => `SCORM\u00a0${standard}`,
    },
    {
      key: 'created',
      label: t('columns.created'),
      sort: 'created_at',
      minor: true,
      render: ({ created_at }) => dateText(created_at),
    },
    {
      key: 'package',
      label: t('columns.package'),
      render: (dispatch) => <Download course={course} dispatch={dispatch} />,
    },
  ];
}

function Download({ course, dispatch }: { course: { id: number }; dispatch: Dispatch }) {
  const t = useTranslations('dispatches');
  const download = useAction(downloadDispatch, { onDone: (file) => saveFile(file) });
  return (
    <Button
      size="sm"
      variant="default"
      loading={download.busy}
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={`${t('download')}: ${dispatch.name}`}
      onClick={() => void download.run({ params: { id: course.id, dispatchId: dispatch.id } })}
    >
      {t('download')}
    </Button>
  );
}

interface MenuProps {
  course: { id: number };
  dispatch: Dispatch;
  onAsk: (asked: Asked) => void;
}

function DispatchMenu({ course, dispatch, onAsk }: MenuProps) {
  const t = useTranslations('dispatches');
  const reopen = useAction(updateDispatch, { onDone: () => showSuccess(t('reopened')) });
  const params = { id: course.id, dispatchId: dispatch.id };
  return (
    <RowMenu name={dispatch.name}>
      <Menu.Item
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => onAsk({ what: 'change', dispatch })}
      >
        {t('change')}
      </Menu.Item>
      {dispatch.withdrawn_at ? (
        <Menu.Item
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={() => void reopen.run({ params, body: { withdrawn: false } })}
        >
          {t('reopen')}
        </Menu.Item>
      ) : (
        <Menu.Item
          color="red"
          leftSection={<IconBan size={18} aria-hidden />}
          onClick={() => onAsk({ what: 'withdraw', dispatch })}
        >
          {t('withdraw.action')}
        </Menu.Item>
      )}
    </RowMenu>
  );
}
