import { getCourse } from '#contract/learning/courses';
import { createMaterial, getMaterial, MATERIAL_TYPES, updateMaterial } from '#contract/learning/materials';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useGoOn } from '../../../../lib/api/go-on.tsx';
import { Radio } from '../../../../ui/control/choice/radio.tsx';
import { plainPictures } from '../../../../lib/files/plain-pictures.ts';
import { call } from '../../../../lib/api/api.ts';
import { codeOf } from '../../../../lib/api/errors.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { showSuccess, showWarning } from '../../../../lib/page/toasts.ts';
import { Uploads } from '../../../../lib/files/upload.ts';
import { useKeptWords } from '../../../../lib/form/kept-words.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { ConflictDialog } from '../../../../ui/dialog/conflict-dialog.tsx';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import { RestoredWords } from '../../../../ui/form/restored-words.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { NoPermission } from '../../../../ui/state/states.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import { isUnfinished, useUploads } from '../../../../ui/files/file-uploads.tsx';
import { hasMainFile } from './file-rules.ts';
import { MaterialFields, type Values } from './material-fields.tsx';
import { MaterialFiles } from './material-files.tsx';
import classes from './material-form.module.css';
import { isForm, MATERIAL_ICONS } from '../material-type.tsx';
import { constructorPath, managePath } from '../../../../lib/paths/material-paths.ts';
import { SendingFiles } from './sending-files.tsx';
import { useLaterPictures, usePictureUpload } from './use-picture-upload.ts';
import { materialTarget } from './upload-target.ts';
import type { Material } from '../material.ts';

const TEXTS = ['name', 'description', 'text'] as const;

interface NewValues extends Values {
  type: (typeof MATERIAL_TYPES)[number];
}

/** A new material: its type, its words, its files; the files go up once it is made. */
export function MaterialCreateScreen({ course_id }: { course_id: number }) {
  const query = useData(getCourse, { params: { id: course_id } });
  return (
    <Loaded query={query}>
      {({ may_edit_materials, published }) =>
        may_edit_materials ? <MaterialCreate course_id={course_id} published={published} /> : <NoPermission />
      }
    </Loaded>
  );
}

function MaterialCreate({ course_id, published }: { course_id: number; published: boolean }) {
  const t = useTranslations('materials');
  const common = useTranslations('common');
  const navigate = useNavigate();
  const goOn = useGoOn();
  const [uploads] = useState(() => new Uploads());
  const [made, setMade] = useState<{ id: number; name: string } | null>(null);
  const chosen = useUploads(uploads);
  const pictures = useLaterPictures(course_id);
  const kept = useKeptWords(`course.${course_id}.material`, TEXTS);
  const initial: NewValues = {
    name: '',
    description: '',
    text: '',
    type: 'theory',
    next_access: 'after_passing',
    done_when: 'passed',
  };
  const form = useForm({
    endpoint: createMaterial,
    params: { id: course_id },
    initial,
    typed: kept.found?.words,
    // Within the sending, so that the button waits for the pictures as well.
    call: async (endpoint, input) => {
      const answer = await call(endpoint, input);
      await pictures
        .keep((answer as { id: number }).id, form.values.text)
        .catch(() => showWarning(t('form.pictures_lost')));
      return answer;
    },
    onDone: ({ id, form_id }, { name }) => {
      if (published && hasMainFile(form.values.type) && !chosen.some(({ kind }) => kind === 'main'))
        showWarning(t('files.created_without'));
      if (form_id === null && chosen.length > 0) {
        uploads.start(materialTarget(course_id, id, form.values.type));
        setMade({ id, name });
        return;
      }
      goOn(form_id === null ? managePath(course_id) : constructorPath(course_id, id), {
        replace: true,
      });
    },
  });
  const { type } = form.values;

  /** Files of another type do not fit the new one. */
  function change(next: unknown): void {
    for (const { key, kind } of uploads.list()) if (kind !== 'attachment') uploads.drop(key);
    form.set('type', next);
  }

  if (made) return <SendingFiles course_id={course_id} material={made} uploads={uploads} />;
  return (
    <>
      <PageHeader
        title={t('form.create_title')}
        back={{ to: managePath(course_id), label: t('manage.title') }}
      />
      <PrivateForm
        form={{ ...form, dirty: form.dirty || chosen.length > 0 }}
        submitLabel={isForm(type) ? t('form.create_form') : common('create')}
        onCancel={() => void navigate(managePath(course_id))}
        onLeave={form.markSaved}
      >
        <RestoredWords form={form} kept={kept} />
        <div>
          <Section title={t('form.type')}>
            <Radio.Group aria-label={t('form.type')} {...form.field('type')} onChange={change}>
              <div className={classes.types}>
                {MATERIAL_TYPES.map((one) => {
                  const Icon = MATERIAL_ICONS[one];
                  return (
                    <Radio.Card key={one} value={one} className={`${classes.type} lit picks`}>
                      <Icon className="accent" size={24} aria-hidden />
                      <span className={classes.typeName}>{t(`types.${one}`)}</span>
                      <span className={classes.typeHint}>{t(`type_hints.${one}`)}</span>
                    </Radio.Card>
                  );
                })}
              </div>
            </Radio.Group>
          </Section>
          <MaterialFields form={form} course_id={course_id} type={type} onPicture={pictures.onPicture}>
            <MaterialFiles type={type} uploads={uploads} material={null} />
          </MaterialFields>
        </div>
      </PrivateForm>
    </>
  );
}

/** A material that is no test or exam: its words are saved by the button, its files at once. */
export default function MaterialEditScreen({
  course_id,
  material,
  details,
}: {
  course_id: number;
  material: Material;
  /** What is in a package, and what it may do. */
  details?: (material: Material) => ReactNode;
}) {
  const t = useTranslations('materials');
  const common = useTranslations('common');
  const navigate = useNavigate();
  const goOn = useGoOn();
  const { id } = material;
  const [uploads] = useState(() => new Uploads(materialTarget(course_id, id, material.type)));
  const onPicture = usePictureUpload(course_id, id);
  const sending = useUploads(uploads).some(isUnfinished);
  const leave = () => void navigate(managePath(course_id));
  const [initial] = useState<Values>(() => ({
    name: material.name,
    description: material.description,
    text: material.text,
    next_access: material.next_access,
    done_when: material.done_when,
  }));
  const place = { id: course_id, materialId: id };
  const kept = useKeptWords(`material.${id}`, TEXTS);
  // None: whatever stands there is written over.
  const revision = useRef<string | undefined>(kept.found ? kept.found.revision : material.revision);
  const [conflict, setConflict] = useState(false);
  const form = useForm({
    endpoint: updateMaterial,
    params: place,
    initial,
    typed: kept.found?.words,
    // Signed addresses show the pictures here, but run out.
    body: (values: Values) => ({ ...values, text: plainPictures(values.text) }),
    call: (endpoint, input) =>
      call(endpoint, {
        ...input,
        body: { ...input.body, ...(revision.current && { revision: revision.current }) },
      } as typeof input),
    onError: (error) => {
      const isConflict = codeOf(error) === 'draft_changed';
      if (isConflict) setConflict(true);
      return isConflict;
    },
    onDone: () => {
      showSuccess(common('saved'));
      if (!uploads.list().some(isUnfinished)) {
        goOn(managePath(course_id));
        return;
      }
      // The text is cleaned as it is stored, so only the server knows which one stands there now.
      revision.current = undefined;
      void call(getMaterial, { params: place, quiet: true })
        .then((now) => {
          revision.current = now.revision;
        })
        .catch(() => {});
    },
  });

  async function load(): Promise<void> {
    const now = await call(getMaterial, { params: place });
    revision.current = now.revision;
    form.take('text', now.text);
    setConflict(false);
  }

  function overwrite(): void {
    revision.current = undefined;
    setConflict(false);
    form.submit();
  }

  const guarded = {
    ...form,
    dirty: form.dirty || sending,
    isSaved: () => form.isSaved() && !uploads.list().some(isUnfinished),
  };
  return (
    <>
      <PageHeader
        title={t('form.edit_title')}
        description={material.name}
        back={{ to: managePath(course_id), label: t('manage.title') }}
      />
      <PrivateForm form={guarded} submitLabel={common('save')} onCancel={leave} onLeave={form.markSaved}>
        <RestoredWords form={form} kept={kept} revision={revision} />
        <MaterialFields form={form} course_id={course_id} type={material.type} onPicture={onPicture}>
          <MaterialFiles type={material.type} uploads={uploads} material={material} details={details} />
        </MaterialFields>
        <p className="quiet flush after-5">{t('files.saved_at_once')}</p>
      </PrivateForm>
      {conflict && (
        <ConflictDialog
          title={t('form.conflict.title')}
          text={t('form.conflict.text')}
          loadLabel={t('form.conflict.load')}
          overwriteLabel={t('form.conflict.overwrite')}
          onLoad={load}
          onOverwrite={overwrite}
          onClose={() => setConflict(false)}
        />
      )}
    </>
  );
}
