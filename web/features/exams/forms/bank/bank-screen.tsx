import { listBankQuestions, listFolders, placeBankQuestions } from '#contract/exams/bank';
import { QUESTION_TYPES } from '#contract/exams/questions';
import type { ResponseOf } from '#contract/platform';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useListState } from '../../../../lib/form/list-state.ts';
import { later } from '../../../../lib/page/later.tsx';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { dateText } from '../../../../lib/words/dates.ts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { FilterSelect } from '../../../../ui/filter/filter-select.tsx';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import { useSelection } from '../../../../ui/list/selection.ts';
import { SelectionBar } from '../../../../ui/list/selection-bar.tsx';
import { TwoLines } from '../../../../ui/table/two-lines.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { BankFiles } from './files/bank-files.tsx';
import classes from './bank.module.css';
import { FolderList } from './folder-list.tsx';
import { type PlacedFolder, treeOf } from './folder-tree.ts';

const BankImportDialog = later(() => import('./files/bank-import-dialog.tsx'));
const FolderDialog = later(() => import('./folder-dialog.tsx'));
const MoveDialog = later(() => import('./move-dialog.tsx'));
const TagDialog = later(() => import('./tag-dialog.tsx'));

type Row = ResponseOf<typeof listBankQuestions>['results'][number];
type Bank = ResponseOf<typeof listFolders>;

/** The company's bank of questions: folders, and the questions of the one that is chosen. */
export function BankScreen() {
  const query = useData(listFolders, { keep: true });
  return <Loaded query={query}>{(bank) => <Bank bank={bank} />}</Loaded>;
}

const FILTERS = ['tag', 'type', 'archived'] as const;

function Bank({ bank }: { bank: Bank }) {
  const t = useTranslations('bank');
  const list = useListState(listBankQuestions);
  const tree = treeOf(bank.folders);
  const chosen = tree.find(({ id }) => String(id) === list.filter('folder')) ?? null;
  const questions = useData(listBankQuestions, {
    query: { ...list.query, subfolders: 'true' },
    keep: true,
  });
  const [dialog, setDialog] = useState<{ folder: PlacedFolder | null } | null>(null);
  const [imports, setImports] = useState(false);

  function done(id: number | null): void {
    setDialog(null);
    list.setFilter('folder', id === null ? '' : String(id));
  }

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={
          tree.length > 0 && (
            <>
              <BankFiles folder={chosen?.id ?? null} onImport={() => setImports(true)} />
              <Button
                component={Link}
                to={`/bank/create${chosen ? `?folder=${chosen.id}` : ''}`}
                leftSection={<IconPlus size={18} aria-hidden />}
              >
                {t('create')}
              </Button>
            </>
          )
        }
      />
      {tree.length === 0 ? (
        <EmptyState
          title={t('no_folders')}
          text={t('no_folders_text')}
          action={<Button onClick={() => setDialog({ folder: null })}>{t('folder.create')}</Button>}
        />
      ) : (
        <div className={classes.bank}>
          <FolderList
            tree={tree}
            chosen={chosen}
            onChoose={(id) => list.setFilter('folder', id === null ? '' : String(id))}
            onCreate={() => setDialog({ folder: null })}
            onEdit={(folder) => setDialog({ folder })}
          />
          <Questions list={list} query={questions} bank={bank} tree={tree} />
        </div>
      )}
      <Suspense>
        {imports && <BankImportDialog tree={tree} chosen={chosen} onClose={() => setImports(false)} />}
        {dialog && (
          <FolderDialog
            tree={tree}
            folder={dialog.folder}
            within={chosen?.id ?? null}
            onClose={() => setDialog(null)}
            onDone={done}
          />
        )}
      </Suspense>
    </>
  );
}

interface QuestionsProps {
  list: ReturnType<typeof useListState<typeof listBankQuestions>>;
  query: ReturnType<typeof useData<typeof listBankQuestions>>;
  bank: Bank;
  tree: readonly PlacedFolder[];
}

function Questions({ list, query, bank, tree }: QuestionsProps) {
  const t = useTranslations('bank');
  const types = useTranslations('forms.types');
  const common = useTranslations('common.list');
  const filters = [...FILTERS, 'folder'].map(list.filter).join('|');
  const selection = useSelection<Row>(`${list.search}|${filters}`);
  const columns = useColumns();
  return (
    <div>
      <ListBar list={list} query={query} names={FILTERS}>
        <FilterSelect
          name="type"
          label={t('type')}
          any={t('any_type')}
          choices={QUESTION_TYPES.map((value) => ({ value, label: types(value) }))}
        />
        <FilterSelect
          name="tag"
          label={t('tag')}
          any={t('any_tag')}
          choices={bank.tags.map(({ tag }) => ({ value: tag, label: tag }))}
        />
        <FilterSelect
          name="archived"
          label={t('put_away')}
          any={t('not_put_away')}
          choices={[{ value: 'true', label: t('put_away') }]}
        />
      </ListBar>
      <DataTable
        label={t('questions')}
        columns={columns}
        query={query}
        list={list}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/bank/${id}`}
        choice={{ selection, nameOf: ({ title }) => title }}
        empty={
          list.isNarrowed(FILTERS) ? (
            <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
          ) : (
            <EmptyState title={t('empty')} text={t('empty_text')} />
          )
        }
      />
      {selection.rows.size > 0 && (
        <Chosen
          rows={[...selection.rows.values()]}
          bank={bank}
          tree={tree}
          archived={list.filter('archived') === 'true'}
          onDone={selection.clear}
        />
      )}
    </div>
  );
}

function useColumns(): Column<Row>[] {
  const t = useTranslations('bank');
  const types = useTranslations('forms.types');
  return [
    {
      key: 'title',
      label: t('question'),
      sort: 'title',
      primary: true,
      grow: true,
      render: ({ title }) => (
        <TwoLines>
          <MathText>{title}</MathText>
        </TwoLines>
      ),
    },
    { key: 'type', label: t('type'), render: ({ type }) => types(type) },
    {
      key: 'folder',
      label: t('folder.one'),
      sort: 'folder_name',
      minor: true,
      render: (row) => row.folder_name,
    },
    {
      key: 'tags',
      label: t('tags'),
      render: ({ tags }) =>
        tags.length > 0 && (
          <span className="cluster gap-2">
            {tags.map((tag) => (
              <span key={tag} className={classes.tag}>
                {tag}
              </span>
            ))}
          </span>
        ),
    },
    {
      key: 'uses',
      label: t('tests'),
      numeric: true,
      render: ({ tests, older_links }) =>
        older_links > 0 ? (
          <span className={classes.older}>
            <StatusBadge tone="warning">{t('older', { count: older_links })}</StatusBadge>
          </span>
        ) : (
          tests
        ),
    },
    {
      key: 'changed_at',
      label: t('changed_at'),
      sort: 'changed_at',
      numeric: true,
      minor: true,
      render: ({ changed_at }) => dateText(changed_at),
    },
  ];
}

interface ChosenProps {
  rows: Row[];
  bank: Bank;
  tree: readonly PlacedFolder[];
  archived: boolean;
  onDone: () => void;
}

function Chosen({ rows, bank, tree, archived, onDone }: ChosenProps) {
  const t = useTranslations('bank');
  const ids = rows.map(({ id }) => id);
  const [opened, setOpened] = useState<'move' | 'tags' | null>(null);
  const done = (text: string) => {
    showSuccess(text);
    setOpened(null);
    onDone();
  };
  const place = useAction(placeBankQuestions, {
    onDone: () =>
      done(archived ? t('taken_back', { count: ids.length }) : t('are_put_away', { count: ids.length })),
  });
  return (
    <>
      <SelectionBar
        label={t('chosen')}
        count={t('chosen_count', { count: ids.length })}
        clear={t('let_go')}
        onClear={onDone}
      >
        <Button variant="default" onClick={() => setOpened('move')}>
          {t('move')}
        </Button>
        <Button variant="default" onClick={() => setOpened('tags')}>
          {t('tags')}
        </Button>
        <Button
          variant="default"
          loading={place.busy}
          onClick={() => void place.run({ body: { question_ids: ids, archived: !archived } })}
        >
          {archived ? t('take_back') : t('put_away_now')}
        </Button>
      </SelectionBar>
      <Suspense>
        {opened === 'move' && (
          <MoveDialog
            ids={ids}
            tree={tree}
            onClose={() => setOpened(null)}
            onDone={() => done(t('moved', { count: ids.length }))}
          />
        )}
        {opened === 'tags' && (
          <TagDialog
            rows={rows}
            known={bank.tags.map(({ tag }) => tag)}
            onClose={() => setOpened(null)}
            onDone={() => done(t('tagged', { count: ids.length }))}
          />
        )}
      </Suspense>
    </>
  );
}
