import { getChronology, problemsOf, saveChronology } from '#contract/learning/chronology';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { showSuccess, showWarning } from '../../../../lib/page/toasts.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { Hint } from '../../../../ui/state/hint.tsx';
import { UnsavedChanges } from '../../../../ui/form/private-form.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { bodyOf, draftOf, type DraftStage, inOrder, newStage, thingsOf, unplacedOf } from './draft.ts';
import classes from './chronology-screen.module.css';
import { EditedStage } from './edited-stage.tsx';
import type { Chronology } from '../item-words.ts';
import { Unplaced } from './unplaced.tsx';
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
  const navigate = useNavigate();
  const { program } = chronology;
  const back = `/program/${program.id}#chronology`;
  const [things] = useState(() => thingsOf(chronology));
  const [initial] = useState(() => ({ stages: draftOf(chronology) }));
  const form = useForm({
    endpoint: saveChronology,
    params: { id: program.id },
    initial,
    body: ({ stages }) => bodyOf(stages),
    check: ({ stages }) => errorsOf(stages),
    onDone: () => {
      showSuccess(t('saved'));
      void navigate(back);
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
            body={bodyOf(stages)}
            busy={form.busy}
            onSave={() => form.submit()}
            onClose={() => setPreviewed(false)}
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
