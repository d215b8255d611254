import { listBankQuestions, listFolders } from '#contract/exams/bank';
import { copyQuestions, questionBank } from '#contract/exams/forms';
import { IconSearch } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { Switch } from '../../../ui/control/choice/switch.tsx';
import { SegmentedControl } from '../../../ui/control/choice/segmented-control.tsx';
import { NativeSelect } from '../../../ui/control/field/native-select.tsx';
import { TextInput } from '../../../ui/control/field/text-input.tsx';
import { call } from '../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { showSuccess, showWarning } from '../../../lib/page/toasts.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { Pages } from '../../../ui/list/pages.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { folderOptions, treeOf } from './bank/folder-tree.ts';
import { OfferedQuestion } from './bank/offered-question.tsx';
import { useBuilder } from './builder-context.ts';
import classes from './form-builder.module.css';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useRested } from '../../../lib/form/use-rested.ts';

interface Props {
  form: { id: number; formId: number };
  onClose: () => void;
}

type Source = 'bank' | 'tests';

/** Questions of the company's bank, or of other tests in reach, to be brought into the draft. */
export default function BankDialog({ form, onClose }: Props) {
  const t = useTranslations('forms.bank');
  const common = useTranslations('common');
  const errorText = useErrorText();
  const { store } = useBuilder();
  const [source, setSource] = useState<Source>('bank');
  const [search, setSearch] = useState('');
  const asked = useRested(search.trim(), 300);
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [linked, setLinked] = useState(true);
  const [busy, setBusy] = useState(false);
  const ties = linked && source === 'bank';

  function toggle(id: number): void {
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }

  /** All of these, or none of them where all are chosen. */
  function toggleAll(ids: readonly number[]): void {
    const all = ids.every((id) => chosen.has(id));
    setChosen((before) => new Set([...before].filter((id) => !ids.includes(id)).concat(all ? [] : ids)));
  }

  async function copy(): Promise<void> {
    setBusy(true);
    try {
      const made = await store.byServer(async (given) => {
        const body = { question_ids: [...chosen], linked: ties, ...given };
        // What is tied to the bank is read anew.
        const copied = await call(copyQuestions, { params: form, body, quiet: !body.linked });
        store.adopt(copied.questions, copied.revision);
        return copied;
      });
      showSuccess(t(ties ? 'taken' : 'copied', { count: made.questions.length }));
      onClose();
    } catch (error) {
      showWarning(errorText(errorOf(error)));
      setBusy(false);
    }
  }

  const offered = { search: asked, page, onPage: setPage, chosen, onToggle: toggle, onToggleAll: toggleAll };
  return (
    <Dialog onClose={onClose} size="lg" title={t('title')}>
      <SegmentedControl
        aria-label={t('source')}
        fullWidth
        value={source}
        data={[
          { value: 'bank', label: t('from_bank') },
          { value: 'tests', label: t('from_tests') },
        ]}
        onChange={(next) => {
          setSource(next);
          setPage(1);
          setChosen(new Set());
        }}
      />
      <div className={`${classes.search} before-5`}>
        <TextInput
          aria-label={source === 'bank' ? t('search_bank') : t('search')}
          placeholder={source === 'bank' ? t('search_bank') : t('search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={search}
          data-autofocus
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setPage(1);
          }}
        />
      </div>
      {source === 'bank' && (
        <div className="before-5">
          <Switch
            label={t('linked')}
            description={t('linked_hint')}
            checked={linked}
            onChange={(event) => setLinked(event.currentTarget.checked)}
          />
        </div>
      )}
      {source === 'bank' ? <OfBank {...offered} /> : <OfTests form={form} {...offered} />}
      <div className={`${classes.dialogButtons} wraps gap-5`}>
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button loading={busy} disabled={chosen.size === 0} onClick={() => void copy()}>
          {t(ties ? 'take' : 'copy', { count: chosen.size })}
        </Button>
      </div>
    </Dialog>
  );
}

interface OfferedProps {
  search: string;
  page: number;
  onPage: (page: number) => void;
  chosen: ReadonlySet<number>;
  onToggle: (id: number) => void;
  onToggleAll: (ids: readonly number[]) => void;
}

function OfBank({ search, page, onPage, chosen, onToggle, onToggleAll }: OfferedProps) {
  const t = useTranslations('forms.bank');
  const bank = useTranslations('bank');
  const folders = useData(listFolders, { keep: true }).data?.folders ?? [];
  const [folder, setFolder] = useState('');
  const query = useData(listBankQuestions, {
    query: {
      page,
      page_size: 10,
      ordering: 'title',
      ...(search && { search }),
      ...(folder && { folder: Number(folder), subfolders: 'true' }),
    },
    keep: true,
  });
  return (
    <>
      {folders.length > 1 && (
        <div className="before-5">
          <NativeSelect
            label={bank('folder.one')}
            data={[{ value: '', label: bank('all_folders') }, ...folderOptions(treeOf(folders))]}
            value={folder}
            onChange={(event) => {
              setFolder(event.currentTarget.value);
              onPage(1);
            }}
          />
        </div>
      )}
      <Offered
        query={query}
        empty={search || folder ? null : t('empty_bank_text')}
        page={page}
        onPage={onPage}
        chosen={chosen}
        onToggleAll={onToggleAll}
      >
        {(question) => (
          <OfferedQuestion
            key={question.id}
            question={question}
            place={[question.folder_name, ...question.tags].join(' · ')}
            chosen={chosen.has(question.id)}
            onToggle={onToggle}
          />
        )}
      </Offered>
    </>
  );
}

function OfTests({
  form,
  search,
  page,
  onPage,
  chosen,
  onToggle,
  onToggleAll,
}: OfferedProps & Pick<Props, 'form'>) {
  const t = useTranslations('forms.bank');
  const query = useData(questionBank, {
    query: { page, except_form: form.formId, ...(search && { search }) },
    keep: true,
  });
  return (
    <Offered
      query={query}
      empty={search ? null : t('empty_text')}
      page={page}
      onPage={onPage}
      chosen={chosen}
      onToggleAll={onToggleAll}
    >
      {(question) => (
        <OfferedQuestion
          key={question.id}
          question={question}
          place={[
            t('place', { course: question.course_name, form: question.form_name }),
            ...(question.same > 1 ? [t('same', { count: question.same })] : []),
          ].join(' · ')}
          forbidden={!question.may_copy}
          chosen={chosen.has(question.id)}
          onToggle={onToggle}
        />
      )}
    </Offered>
  );
}

interface Page<R> {
  results: R[];
  count: number;
  total_pages: number;
}

interface Row {
  id: number;
  may_copy?: boolean;
}

interface ListProps<R> extends Pick<OfferedProps, 'page' | 'onPage' | 'chosen' | 'onToggleAll'> {
  query: UseQueryResult<Page<R>>;
  /** What there would be; null: what was looked for is not there. */
  empty: string | null;
  children: (question: R) => ReactNode;
}

function Offered<R extends Row>({ query, empty, page, onPage, chosen, onToggleAll, children }: ListProps<R>) {
  const t = useTranslations('forms.bank');
  const list = useTranslations('common.list');
  return (
    <Loaded query={query}>
      {({ results, count, total_pages }) =>
        results.length === 0 ? (
          <EmptyState
            title={empty === null ? list('nothing_found') : t('empty')}
            text={empty ?? list('nothing_found_text')}
          />
        ) : (
          <>
            <Whole rows={results} chosen={chosen} onToggleAll={onToggleAll} />
            <ul className={classes.bank}>{results.map((question) => children(question))}</ul>
            <Pages page={page} total={total_pages} count={count} onChange={onPage} />
          </>
        )
      }
    </Loaded>
  );
}

/** Chooses all that may be taken of the page that is shown. */
function Whole({
  rows,
  chosen,
  onToggleAll,
}: Pick<OfferedProps, 'chosen' | 'onToggleAll'> & { rows: readonly Row[] }) {
  const t = useTranslations('forms.bank');
  const ids = rows.filter(({ may_copy }) => may_copy !== false).map(({ id }) => id);
  if (ids.length < 2) return null;
  return (
    <div className="before-5">
      <Button variant="subtle" size="compact-md" onClick={() => onToggleAll(ids)}>
        {ids.every((id) => chosen.has(id)) ? t('choose_none') : t('choose_page')}
      </Button>
    </div>
  );
}
