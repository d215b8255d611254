import { getForm } from '#contract/exams/forms';
import type { getMaterial } from '#contract/learning/materials';
import { EXAM } from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';
import { useQueryClient } from '@tanstack/react-query';
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslations } from 'use-intl';
import { personName } from '../../../lib/words/person-name.ts';
import { dateTimeText } from '../../../lib/words/dates.ts';
import { useErrorText } from '../../../lib/api/errors.ts';
import { showWarning } from '../../../lib/page/toasts.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { Hint } from '../../../ui/state/hint.tsx';
import { UnsavedChanges } from '../../../ui/form/private-form.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { StatusBadge, type Tone } from '../../../ui/state/status-badge.tsx';
import { BuilderContext } from './builder-context.ts';
import { BuilderTools, type Tool } from './builder-tools.tsx';
import { LinksContext, useLinks } from './bank/links.ts';
import { DrawList } from './draws/draw-list.tsx';
import { DraftStore, type DraftState } from './draft-store.ts';
import { type Draft, drawnOf, questionErrors } from './draft.ts';
import { PublishingProblems } from './publish/publishing-problems.tsx';
import { QuestionList } from './questions/question-list.tsx';
import { SaveBar } from './save-bar.tsx';
import { SettingsFields } from './settings/settings-fields.tsx';
import { useBuilderKeys } from './use-builder-keys.ts';
import { questionWarning } from './warnings.ts';
import { later } from '../../../lib/page/later.tsx';
import { managePath } from '../../../lib/paths/material-paths.ts';

const PublishDialog = later(() => import('./publish/publish-dialog.tsx'));
const ImportDialog = later(() => import('./files/import-dialog.tsx'));
const ExportDialog = later(() => import('./files/export-dialog.tsx'));
const BankDialog = later(() => import('./bank-dialog.tsx'));

export interface PreviewProps {
  course_id: number;
  form_id: number;
  name: string;
  onClose: () => void;
}

interface Props {
  course_id: number;
  material: ResponseOf<typeof getMaterial>;
  form_id: number;
  /** Shows the draft as a student would take it. */
  Preview: ComponentType<PreviewProps>;
  /** What stands below the questions. */
  children: ReactNode;
}

/** The builder of a test or exam. */
export default function FormBuilderScreen({ course_id, material, form_id, Preview, children }: Props) {
  const client = useQueryClient();
  // What is saved here is read anew by whoever comes next.
  useEffect(() => () => client.removeQueries({ queryKey: [getForm.path] }), [client]);
  const query = useData(getForm, { params: { id: course_id, formId: form_id } });
  return (
    <Loaded query={query}>
      {(draft) => (
        <FormBuilder course_id={course_id} material={material} draft={draft} Preview={Preview}>
          {children}
        </FormBuilder>
      )}
    </Loaded>
  );
}

function FormBuilder({
  course_id,
  material,
  draft,
  Preview,
  children,
}: Omit<Props, 'form_id'> & { draft: Draft }) {
  const t = useTranslations('forms');
  const errorText = useErrorText();
  const [store] = useState(() => new DraftStore(course_id, draft));
  const state = useSyncExternalStore(store.subscribe, store.state);
  const [sent, setSent] = useState(false);
  const [pointed, setPointed] = useState<{ key: string } | null>(null);
  const [tool, setTool] = useState<Tool | null>(null);
  const choice = useRef<HTMLDivElement>(null);
  const form = useMemo(() => ({ id: course_id, formId: draft.id }), [course_id, draft.id]);
  const point = useCallback((key: string) => setPointed({ key }), []);
  const { id: form_id, form_type, time_zone } = draft;
  const builder = useMemo(
    () => ({ store, sent, point, about: { course_id, form_id, form_type, time_zone } }),
    [store, sent, point, course_id, form_id, form_type, time_zone],
  );
  const links = useLinks(form);
  useBuilderKeys(store);
  useEffect(() => () => store.close(), [store]);

  /** Each tool works on what is saved. */
  const open = useCallback(
    async (next: Tool): Promise<void> => {
      if (next === 'publish') {
        setSent(true);
        const { questions, settings } = store.state();
        if (questions.length + drawnOf(settings.draws).count === 0) {
          const nothing = { code: 'form_without_questions', params: {} } as const;
          store.setFaults({ questions: nothing });
          showWarning(errorText(nothing));
          return;
        }
        const first = questions.find(questionWarning);
        if (first) {
          point(first.key);
          return;
        }
      }
      if (await store.flush()) {
        // A question that is added later is not wrong before it is written.
        if (next === 'publish') setSent(false);
        setTool(next);
        return;
      }
      if (store.state().saving === 'conflict') {
        showWarning(t('conflict.choose'));
        choice.current?.focus();
        return;
      }
      setSent(true);
      const { questions, settings, saving } = store.state();
      const broken = questions.find(
        (one) => Object.keys(questionErrors(one, settings.max_score_for_questions)).length,
      );
      if (broken) point(broken.key);
      showWarning(saving === 'failed' ? t('save_failed') : t('not_valid'));
    },
    [store, point, t, errorText],
  );

  const close = () => setTool(null);
  const whole = state.faults['questions'] ?? state.faults[''];
  return (
    <BuilderContext value={builder}>
      <PageHeader
        title={draft.form_type === EXAM ? t('title_exam') : t('title_test')}
        description={material.name}
        back={{ to: managePath(course_id), label: t('back') }}
        actions={<Published draft={draft} state={state} />}
      />
      <Hint name="form_builder" />
      <BuilderTools
        canUndo={state.canUndo}
        canRedo={state.canRedo}
        form={form}
        isPublished={draft.published_at !== null}
        onTool={open}
      />
      <SettingsFields state={state} />
      {whole && (
        <div className="after-7">
          <Notice tone="bad" title={errorText(whole)} alert />
        </div>
      )}
      <PublishingProblems state={state} />
      <LinksContext value={links}>
        <QuestionList state={state} form={form} pointed={pointed} />
      </LinksContext>
      <DrawList state={state} form={form} />
      <SaveBar
        state={state}
        choice={choice}
        isPublished={draft.published_at !== null}
        onPublish={() => void open('publish')}
      />
      {children}
      <Suspense>
        {tool === 'publish' && <PublishDialog form={form} onClose={close} />}
        {tool === 'import' && <ImportDialog form={form} onClose={close} />}
        {tool === 'export' && <ExportDialog form={form} onClose={close} />}
        {tool === 'bank' && <BankDialog form={form} onClose={close} />}
        {tool === 'preview' && (
          <Preview course_id={course_id} form_id={draft.id} name={state.settings.name} onClose={close} />
        )}
      </Suspense>
      <UnsavedChanges form={{ dirty: state.dirty, isSaved: () => false }} />
    </BuilderContext>
  );
}

/** Whether students get what stands here. */
function Published({ draft, state }: { draft: Draft; state: DraftState }) {
  const t = useTranslations('forms.status');
  const [tone, text]: [Tone, string] =
    draft.published_at === null
      ? ['warning', t('never')]
      : state.differs || state.dirty
        ? ['warning', t('differs')]
        : [
            'good',
            draft.published_by
              ? t('published_by', {
                  time: dateTimeText(draft.published_at),
                  name: personName(draft.published_by),
                })
              : t('published', { time: dateTimeText(draft.published_at) }),
          ];
  return <StatusBadge tone={tone}>{text}</StatusBadge>;
}
