import {
  getProgram,
  removeProgramPhoto,
  updateProgram,
  uploadProgramPhoto,
} from '#contract/learning/programs';
import type { ResponseOf } from '#contract/platform';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useGoOn } from '../../../../lib/api/go-on.tsx';
import { call } from '../../../../lib/api/api.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useKeptWords } from '../../../../lib/form/kept-words.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { PhotoField } from '../../../../ui/photo/photo-field.tsx';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import { RestoredWords } from '../../../../ui/form/restored-words.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import { ProgramCover } from '../program-cover.tsx';
import { PROGRAM_TEXTS, ProgramFields, type ProgramValues } from './program-form.tsx';
import classes from './program-form.module.css';

type Program = ResponseOf<typeof getProgram>;

export function ProgramEditScreen({ id }: { id: number }) {
  const program = useData(getProgram, { params: { id } });
  return <Loaded query={program}>{(loaded) => <ProgramEditForm program={loaded} />}</Loaded>;
}

function ProgramEditForm({ program }: { program: Program }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const back = `/program/${program.id}`;
  const params = { id: program.id };
  // Together, since a later answer tells a newer revision of lists that are not shown here.
  const [{ initial, revision }] = useState(() => ({
    initial: valuesOf(program),
    revision: program.revision,
  }));
  const kept = useKeptWords(`program.${program.id}`, PROGRAM_TEXTS);
  const form = useForm({
    endpoint: updateProgram,
    params,
    initial,
    typed: kept.found?.words,
    // Only what changed, so that nobody overwrites what another changed meanwhile.
    body: (values) => {
      const changed = changedOf(initial, values);
      const lists = changed.course_ids ?? changed.group_ids;
      return { ...changed, ...(lists && { revision: revision ?? undefined }) };
    },
    onDone: () => {
      showSuccess(t('common.saved'));
      goOn(back);
    },
  });
  const [asking, setAsking] = useState(false);
  // What is taken out of the program while people are in the middle of it.
  const begun = program.courses.filter(
    ({ id, in_progress }) => in_progress && !form.values.course_ids.includes(id),
  );
  return (
    <>
      <PageHeader title={t('programs.edit_title')} back={{ to: back, label: program.name }} />
      <div className="before-7">
        <Section>
          <PhotoField
            label={t('programs.picture')}
            hint={t('programs.picture_hint')}
            drawings
            free
            present={program.photo !== null}
            onUpload={(upload) => call(uploadProgramPhoto, { params, upload })}
            onRemove={() => call(removeProgramPhoto, { params })}
          >
            <span className={classes.cover}>
              <ProgramCover program={program} />
            </span>
          </PhotoField>
        </Section>
      </div>
      <PrivateForm
        form={{
          ...form,
          submit: (event) => {
            event?.preventDefault();
            if (begun.length > 0 && form.validate()) setAsking(true);
            else form.submit(event);
          },
        }}
        submitLabel={t('common.save')}
        onCancel={() => void navigate(back)}
        onLeave={form.markSaved}
      >
        <RestoredWords form={form} kept={kept} />
        <ProgramFields form={form} program={program} />
      </PrivateForm>
      <ConfirmDialog
        opened={asking}
        title={t('programs.form.remove_begun_title', { count: begun.length })}
        text={[
          ...begun.map(({ name, in_progress }) =>
            t('programs.form.remove_begun', { name, count: in_progress ?? 0 }),
          ),
          t('programs.form.remove_begun_text'),
        ].join(' ')}
        confirmLabel={t('common.save')}
        danger
        onConfirm={() => {
          setAsking(false);
          form.submit();
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

function valuesOf(program: Program): ProgramValues {
  const { name, internal_name, description, detailed_description, tags } = program;
  return {
    name,
    internal_name: internal_name ?? '',
    description,
    detailed_description,
    tags,
    course_ids: program.courses.map(({ id }) => id),
    group_ids: program.groups.map(({ id }) => id),
  };
}

function changedOf(initial: ProgramValues, values: ProgramValues): Partial<ProgramValues> {
  const same = (name: keyof ProgramValues) => JSON.stringify(initial[name]) === JSON.stringify(values[name]);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !same(name as keyof ProgramValues)));
}
