import { getCourse } from '#contract/learning/courses';
import { getProgram } from '#contract/learning/programs';
import type { BodyInputOf, ResponseOf } from '#contract/platform';
import {
  createWebinar,
  getWebinar,
  providerFits,
  removeWebinarPhoto,
  updateWebinar,
  uploadWebinarPhoto,
} from '#contract/learning/webinars';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useGoOn } from '../../../../lib/api/go-on.tsx';
import { call } from '../../../../lib/api/api.ts';
import { useProfile } from '../../../../lib/session/session.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useKeptWords } from '../../../../lib/form/kept-words.ts';
import { type FieldError, useForm } from '../../../../lib/form/use-form.ts';
import { ownZone } from '../../../../lib/words/zones.ts';
import { PhotoField } from '../../../../ui/photo/photo-field.tsx';
import { RestoredWords } from '../../../../ui/form/restored-words.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import { NotFound } from '../../../../ui/state/states.tsx';
import { webAddress } from '../../../../lib/form/web-address.ts';
import { instantOf, wallClockOf } from '../../../../lib/words/wall-clock.ts';
import { AskingForm } from './asking-form.tsx';
import { type Known, WebinarFields, type WebinarValues } from './webinar-form.tsx';
import classes from './webinar-form.module.css';

const TEXTS = ['name', 'description', 'join_url'] as const;

type Webinar = ResponseOf<typeof getWebinar>;
type Body = BodyInputOf<typeof createWebinar>;

/** A new webinar; the address may name the course or program it is for. */
export function WebinarCreateScreen() {
  const [params] = useSearchParams();
  const [course, program] = [Number(params.get('course')), Number(params.get('program'))];
  const forCourse = useData(getCourse, { params: { id: course }, enabled: course > 0 });
  const forProgram = useData(getProgram, { params: { id: program }, enabled: program > 0 });
  if (course > 0)
    return <Loaded query={forCourse}>{(thing) => <WebinarCreateForm courses={[thing]} />}</Loaded>;
  if (program > 0)
    return <Loaded query={forProgram}>{(thing) => <WebinarCreateForm programs={[thing]} />}</Loaded>;
  return <WebinarCreateForm />;
}

function WebinarCreateForm({ courses = [], programs = [] }: Omit<Known, 'host'>) {
  const t = useTranslations();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const profile = useProfile();
  const known: Known = { host: profile, courses, programs };
  const [initial] = useState<WebinarValues>(() => ({
    name: '',
    description: '',
    host_id: profile.id,
    cohost_ids: [],
    course_ids: courses.map(({ id }) => id),
    program_ids: programs.map(({ id }) => id),
    group_ids: [],
    provider: 'link',
    join_url: '',
    starts_at: '',
    time_zone: ownZone(),
    duration: '60',
    capacity: '',
    recording_url: '',
  }));
  const kept = useKeptWords('webinar', TEXTS);
  const form = useForm({
    endpoint: createWebinar,
    initial,
    typed: kept.found?.words,
    body: bodyOf,
    check: checked,
    onDone: ({ id }, { name }) => {
      showSuccess(t('webinars.created', { name: name.trim() }));
      goOn(`/webinar/${id}`, { replace: true });
    },
  });
  return (
    <>
      <PageHeader title={t('webinars.create_title')} back={{ to: '/webinar', label: t('webinars.title') }} />
      <AskingForm
        form={form}
        before={null}
        submitLabel={t('common.create')}
        onCancel={() => void navigate('/webinar')}
        onLeave={form.markSaved}
      >
        <RestoredWords form={form} kept={kept} />
        <WebinarFields form={form} known={known} />
      </AskingForm>
    </>
  );
}

export function WebinarEditScreen({ id }: { id: number }) {
  const query = useData(getWebinar, { params: { id } });
  return (
    <Loaded query={query}>
      {(webinar) => (webinar.actions.includes('edit') ? <WebinarEditForm webinar={webinar} /> : <NotFound />)}
    </Loaded>
  );
}

function WebinarEditForm({ webinar }: { webinar: Webinar }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const back = `/webinar/${webinar.id}`;
  const params = { id: webinar.id };
  const [initial] = useState<WebinarValues>(() => valuesOf(webinar));
  const kept = useKeptWords(`webinar.${webinar.id}`, TEXTS);
  const form = useForm({
    endpoint: updateWebinar,
    params,
    initial,
    typed: kept.found?.words,
    // Only what changed, so that nobody overwrites what another changed meanwhile.
    body: (values) => changedOf(bodyOf(initial), bodyOf(values)),
    check: checked,
    onDone: () => {
      showSuccess(t('common.saved'));
      goOn(back);
    },
  });
  return (
    <>
      <PageHeader title={t('webinars.edit_title')} back={{ to: back, label: webinar.name }} />
      <div className="before-7">
        <Section>
          <PhotoField
            label={t('webinars.picture')}
            hint={t('webinars.picture_hint')}
            drawings
            free
            present={webinar.photo !== null}
            onUpload={(upload) => call(uploadWebinarPhoto, { params, upload })}
            onRemove={() => call(removeWebinarPhoto, { params })}
          >
            <span className={classes.cover}>{webinar.photo && <img src={webinar.photo} alt="" />}</span>
          </PhotoField>
        </Section>
      </div>
      <AskingForm
        form={form}
        before={initial}
        submitLabel={t('common.save')}
        onCancel={() => void navigate(back)}
        onLeave={form.markSaved}
      >
        <RestoredWords form={form} kept={kept} />
        <WebinarFields form={form} known={webinar} existing={webinar.id} />
      </AskingForm>
    </>
  );
}

function valuesOf(webinar: Webinar): WebinarValues {
  const { name, description, provider, time_zone, duration, recording_url } = webinar;
  const idsOf = (things: readonly { id: number }[]) => things.map(({ id }) => id);
  return {
    name,
    description,
    provider,
    time_zone,
    duration: String(duration),
    recording_url,
    host_id: webinar.host.id,
    cohost_ids: idsOf(webinar.cohosts),
    course_ids: idsOf(webinar.courses),
    program_ids: idsOf(webinar.programs),
    group_ids: idsOf(webinar.groups),
    join_url: webinar.join_url ?? '',
    starts_at: wallClockOf(webinar.starts_at, time_zone),
    capacity: webinar.capacity === null ? '' : String(webinar.capacity),
  };
}

function bodyOf(values: WebinarValues): Body {
  return {
    ...values,
    join_url: webAddress(values.join_url),
    recording_url: webAddress(values.recording_url),
    starts_at: instantOf(values.starts_at, values.time_zone),
    // A field that is empty names itself as required.
    host_id: values.host_id || undefined,
    duration: values.duration === '' ? (null as unknown as number) : Number(values.duration),
    capacity: values.capacity === '' ? null : Number(values.capacity),
  };
}

function checked({ provider, join_url, host_id }: WebinarValues): Record<string, FieldError> {
  return {
    ...(!providerFits(provider, webAddress(join_url)) && { join_url: { code: 'webinar_provider_mismatch' } }),
    ...(!host_id && { host_id: { code: 'required' } }),
  };
}

function changedOf(initial: Body, values: Body): Partial<Body> {
  const same = (name: keyof Body) => JSON.stringify(initial[name]) === JSON.stringify(values[name]);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !same(name as keyof Body)));
}
