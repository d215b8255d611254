import { getBankQuestion, listFolders, placeBankQuestions } from '#contract/exams/bank';
import type { ResponseOf } from '#contract/platform';
import { Suspense, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useGoOn } from '../../../../lib/api/go-on.tsx';
import { call } from '../../../../lib/api/api.ts';
import { codeOf, errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { later } from '../../../../lib/page/later.tsx';
import { showSuccess, showWarning } from '../../../../lib/page/toasts.ts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { TagsInput } from '../../../../ui/control/search/tags-input.tsx';
import { ConflictDialog } from '../../../../ui/dialog/conflict-dialog.tsx';
import { UnsavedChanges } from '../../../../ui/form/private-form.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Panel, Section } from '../../../../ui/page/panel.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { QuestionContext } from '../builder-context.ts';
import { questionErrors } from '../draft.ts';
import formClasses from '../form-builder.module.css';
import { questionWarning } from '../warnings.ts';
import { type BankQuestion, BankedStore } from './banked-store.ts';
import { folderOptions, treeOf } from './folder-tree.ts';
import { QuestionUses } from './question-uses.tsx';

const QuestionFields = later(() => import('../questions/question-fields.tsx'));
const QuestionVersions = later(() => import('./question-versions.tsx'));

/** Points that a question of the bank may have: as many as any test allows. */
const MOST = 100;

/** A question of the bank: what it says, where it lies, which tests have it, and what it said before. */
export function BankedQuestionScreen({ id }: { id: number | null }) {
  const folders = useData(listFolders, { keep: true });
  return (
    <Loaded query={folders}>
      {(bank) =>
        id === null ? (
          <Edited key="new" bank={bank} read={null} reread={() => Promise.resolve()} onStale={() => {}} />
        ) : (
          <Read id={id} bank={bank} />
        )
      }
    </Loaded>
  );
}

type Bank = ResponseOf<typeof listFolders>;

function Read({ id, bank }: { id: number; bank: Bank }) {
  const query = useData(getBankQuestion, { params: { id }, keep: true });
  const [begun, setBegun] = useState(0);
  // What is written here begins anew with the words that came back.
  async function reread(): Promise<void> {
    await query.refetch({ throwOnError: true });
    setBegun((times) => times + 1);
  }
  return (
    <Loaded query={query}>
      {(read) => (
        <Edited
          key={`${id}-${begun}`}
          bank={bank}
          read={read}
          reread={reread}
          onStale={() => void query.refetch()}
        />
      )}
    </Loaded>
  );
}

interface EditedProps {
  bank: Bank;
  read: BankQuestion | null;
  /** Begins anew with what is saved. */
  reread: () => Promise<void>;
  /** Another version stands in the bank by now. */
  onStale: () => void;
}

function Edited({ bank, read, reread, onStale }: EditedProps) {
  const t = useTranslations('bank');
  const tree = treeOf(bank.folders);
  const [asked] = useSearchParams();
  const initial = read?.folder_id ?? (Number(asked.get('folder')) || (tree[0]?.id ?? null));
  const [place, setPlace] = useState({ folder_id: initial, tags: read?.tags ?? [] });
  const [store] = useState(() => new BankedStore(read));
  const { questions } = useSyncExternalStore(store.subscribe, store.state);
  const [sent, setSent] = useState(false);
  const context = useMemo(() => ({ store, sent }), [store, sent]);
  const save = useSaving(store, place, read, () => setSent(true));
  const question = questions[0]!;
  const warning = sent && questionWarning(question);
  const words = useTranslations('forms.warnings');
  const isMoved = read !== null && (place.folder_id !== read.folder_id || !sameTags(place.tags, read.tags));
  const dirty = store.isDirty() || isMoved;
  return (
    <QuestionContext value={context}>
      <PageHeader
        title={read ? t('edit_title') : t('create_title')}
        back={{ to: place.folder_id ? `/bank?folder=${place.folder_id}` : '/bank', label: t('title') }}
      />
      <div className="form-wide">
        {read?.archived && (
          <div className="after-7">
            <Notice tone="neutral" title={t('is_put_away')} />
          </div>
        )}
        <Section title={t('place')}>
          <div className={formClasses.fields}>
            <NativeSelect
              label={t('folder.one')}
              data={folderOptions(tree)}
              value={String(place.folder_id ?? '')}
              onChange={(event) => setPlace({ ...place, folder_id: Number(event.currentTarget.value) })}
            />
            <TagsInput
              label={t('tags')}
              description={t('tags_hint')}
              inputWrapperOrder={['label', 'input', 'description']}
              name="tags"
              data={bank.tags.map(({ tag }) => tag)}
              value={place.tags}
              maxTags={10}
              clearLabel={t('tags_clear')}
              onChange={(tags) => setPlace({ ...place, tags })}
            />
          </div>
        </Section>
        <Panel title={t('question')}>
          {/* As high as most questions: what stands below does not move when the fields come. */}
          <Suspense fallback={<Skeleton height="40rem" />}>
            <QuestionFields question={question} index={0} most={MOST} />
          </Suspense>
          {warning && (
            <div className="before-6">
              <Notice tone="warning" title={words(warning)} alert />
            </div>
          )}
        </Panel>
        <div className={formClasses.bar}>
          <p className={`${formClasses.saveState} quiet`}>{dirty ? t('not_saved') : read && t('saved')}</p>
          <Button loading={save.busy} disabled={!dirty && read !== null} onClick={() => void save.run()}>
            {read ? t('save') : t('add')}
          </Button>
        </div>
        {read && <QuestionUses read={read} />}
        {read && read.versions.length > 1 && (
          <Suspense>
            <QuestionVersions read={read} onRestored={() => void reread()} onStale={onStale} />
          </Suspense>
        )}
      </div>
      {save.conflict && (
        <ConflictDialog
          title={t('conflict.title')}
          text={t('conflict.text')}
          loadLabel={t('conflict.load')}
          overwriteLabel={t('conflict.overwrite')}
          onLoad={reread}
          onOverwrite={save.overwrite}
          onClose={save.leave}
        />
      )}
      <UnsavedChanges form={{ dirty, isSaved: () => !store.isDirty() && save.done() }} />
    </QuestionContext>
  );
}

const sameTags = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((tag, place) => tag === other[place]);

interface Place {
  folder_id: number | null;
  tags: string[];
}

/** Saves words and place; what cannot be saved says so. */
function useSaving(store: BankedStore, place: Place, read: BankQuestion | null, onTried: () => void) {
  const t = useTranslations('bank');
  const errorText = useErrorText();
  const goOn = useGoOn();
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState(false);
  const isDone = useRef(false);

  async function run(): Promise<void> {
    onTried();
    const { question } = store;
    if (questionWarning(question) || Object.keys(questionErrors(question, MOST)).length > 0) return;
    setBusy(true);
    try {
      Object.assign(store, place);
      const wasNew = store.id === undefined;
      if (store.isDirty() || wasNew) await store.flush();
      const { folder_id, tags } = place;
      if (!wasNew && folder_id !== null && store.id !== undefined)
        await call(placeBankQuestions, { body: { question_ids: [store.id], folder_id, tags } });
      isDone.current = true;
      showSuccess(read ? t('is_saved') : t('is_added'));
      if (read === null) goOn(`/bank?folder=${folder_id}`, { replace: true });
    } catch (error) {
      if (codeOf(error) === 'bank_question_changed') setConflict(true);
      else showWarning(errorText(errorOf(error)));
    } finally {
      setBusy(false);
    }
  }

  async function overwrite(): Promise<void> {
    await store.overtake();
    setConflict(false);
    await run();
  }
  return { run, busy, done: () => isDone.current, conflict, overwrite, leave: () => setConflict(false) };
}
