import { getChronology, problemsOf, saveChronology } from '#contract/learning/chronology';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useGoOn } from '../../../../lib/api/go-on.tsx';
import { Button } from '../../../../ui/control/button/button.tsx';
import { showSuccess, showWarning } from '../../../../lib/page/toasts.ts';
import { call } from '../../../../lib/api/api.ts';
import { codeOf } from '../../../../lib/api/errors.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { Hint } from '../../../../ui/state/hint.tsx';
import { UnsavedChanges } from '../../../../ui/form/private-form.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import {
  bodyOf,
  draftOf,
  type DraftStage,
  inOrder,
  newStage,
  rebased,
  thingsOf,
  unplacedOf,
} from './draft.ts';
import classes from './chronology-screen.module.css';
import { EditedStage } from './edited-stage.tsx';
import type { Chronology } from '../chronology.ts';
import { Unplaced } from './unplaced.tsx';
import { untestedRule } from './untested-rule.ts';
import { useEditor } from './use-editor.ts';
import { later } from '../../../../lib/page/later.tsx';

const ItemSheet = later(() => import('./item-sheet.tsx'));
const PreviewDialog = later(() => import('./preview-dialog.tsx'));

/** The editor of a program's chronology (§2). */
export function ChronologyScreen({ program_id }: { program_id: number }) {
  const query = useData(getChronology, { params: { id: program_id } });
  return <Loaded query={query}>{(chronology) => <Editor chronology={chronology} />}</Loaded>;
}

function Editor({ chronology }: { chronology: Chronology }) {
  const t = useTranslations('chronology');
  const programs = useTranslations('programs');
  const goOn = useGoOn();
  const { program } = chronology;
  const back = `/program/${program.id}#chronology`;
  const params = { id: program.id };
  const [things, setThings] = useState(() => thingsOf(chronology));
  const [initial] = useState(() => ({ stages: draftOf(chronology) }));
  /** Of the timeline that the draft is made from. */
  const [revision, setRevision] = useState(chronology.revision);
  const [conflict, setConflict] = useState(false);
  const sent = (stages: readonly DraftStage[]) => ({ ...bodyOf(stages), revision });
  const form = useForm({
    endpoint: saveChronology,
    params,
    initial,
    body: ({ stages }) => sent(stages),
    check: ({ stages }) => errorsOf(stages),
    onError: (error) => {
      const isConflict = codeOf(error) === 'draft_changed';
      if (isConflict) ask();
      return isConflict;
    },
    onDone: () => {
      showSuccess(t('saved'));
      goOn(back);
    },
  });
  const { stages } = form.values;
  const editor = useEditor(stages, (next) => form.set('stages', next));
  const [sheet, setSheet] = useState<string | null>(null);
  const [previewed, setPreviewed] = useState(false);
  const unplaced = unplacedOf(things, stages);

  function preview(): void {
    if (form.validate()) setPreviewed(true);
    else showWarning(t('refused'));
  }

  /** Which of two timelines is to stay, also where the preview was closed while it was saved. */
  function ask(): void {
    setConflict(true);
    setPreviewed(true);
  }

  function closePreview(): void {
    setPreviewed(false);
    setConflict(false);
  }

  /** Goes on with a draft that is made from what stands there now. */
  function rebase(now: Chronology, next: DraftStage[]): void {
    editor.replace(next);
    setThings(thingsOf(now));
    setRevision(now.revision);
    setConflict(false);
  }

  function take(now: Chronology): void {
    const next = draftOf(now);
    rebase(now, next);
    form.take('stages', next);
  }

  async function load(): Promise<void> {
    take(await call(getChronology, { params }));
    setPreviewed(false);
  }

  async function overwrite(): Promise<void> {
    const now = await call(getChronology, { params });
    rebase(now, rebased(stages, now));
  }

  // It opens with what an earlier screen has read, and the answer comes later: nobody is to be asked about that.
  useEffect(() => {
    if (chronology.revision !== revision && !form.dirty) take(chronology);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what has just been read is taken
  }, [chronology]);

  return (
    <>
      <PageHeader
        title={t('editor_title')}
        back={{ to: back, label: program.name }}
        actions={
          (stages.length > 0 || form.dirty) && (
            <Button disabled={!form.dirty} onClick={preview}>
              {t('save')}
            </Button>
          )
        }
      />
      <Hint name="chronology" />
      {chronology.elsewhere && (
        <p className="note before-7">
          {programs('elsewhere', chronology.elsewhere)} {programs('elsewhere_changes')}
        </p>
      )}
      {stages.length === 0 ? (
        <Start program_id={program.id} things={things} onStart={(next) => editor.replace(next)} />
      ) : (
        <div className={`${classes.editor} stack tops`}>
          <ol className="stack plain gap-7">
            {stages.map((stage, index) => (
              <EditedStage
                key={stage.key}
                stage={stage}
                index={index}
                editor={editor}
                unplaced={unplaced}
                errorAt={(path) => form.errorAt(`stages.${index}.${path}`)}
                onOpen={setSheet}
              />
            ))}
          </ol>
          <div className={classes.more}>
            <Button
              className="narrow-wide"
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => editor.addStage()}
            >
              {t('add_stage')}
            </Button>
          </div>
          <Unplaced items={unplaced} editor={editor} />
        </div>
      )}
      <p className="unseen" aria-live="polite">
        {editor.said}
      </p>
      <UnsavedChanges form={form} />
      <Suspense fallback={null}>
        {sheet && (
          <ItemSheet
            item={editor.itemOf(sheet)}
            untested={untestedRule(stages, sheet)}
            errorAt={(field) => {
              const place = editor.placeOf(sheet);
              return place && form.errorAt(`stages.${place.stage}.items.${place.index}.${field}`);
            }}
            onChange={(changes) => editor.change(sheet, changes)}
            onClose={() => setSheet(null)}
          />
        )}
        {previewed && (
          <PreviewDialog
            program_id={program.id}
            body={sent(stages)}
            busy={form.busy}
            conflict={conflict}
            onSave={() => form.submit()}
            onConflict={() => setConflict(true)}
            onLoad={load}
            onOverwrite={overwrite}
            onClose={closePreview}
          />
        )}
      </Suspense>
    </>
  );
}

const errorsOf = (stages: readonly DraftStage[]) =>
  Object.fromEntries(
    Object.entries(problemsOf(bodyOf(stages).stages)).map(([field, code]) => [field, { code }]),
  );

interface StartProps {
  program_id: number;
  things: ReturnType<typeof thingsOf>;
  onStart: (stages: DraftStage[]) => void;
}

function Start({ program_id, things, onStart }: StartProps) {
  const t = useTranslations('chronology');
  if (things.length === 0)
    return (
      <EmptyState
        title={t('nothing_to_place')}
        text={t('nothing_to_place_text')}
        action={
          <Button component={Link} to={`/program/${program_id}/edit`} variant="default">
            {t('choose_courses')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      title={t('empty')}
      text={
        <>
          {t('empty_editor')} {t('take_all_hint')}
        </>
      }
      action={
        <div className={`${classes.starts} centred`}>
          <Button onClick={() => onStart(inOrder(things))}>{t('take_all')}</Button>
          <Button variant="default" onClick={() => onStart([newStage()])}>
            {t('start_empty')}
          </Button>
        </div>
      }
    />
  );
}
