import { listCourses } from '#contract/learning/courses';
import { listGroups } from '#contract/people/groups';
import { listPrograms } from '#contract/learning/programs';
import { listUsers } from '#contract/people/users';
import { CAPACITY_MAX, DURATION, type Provider, PROVIDERS } from '#contract/learning/webinars';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { personName } from '../../../../lib/words/person-name.ts';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { useMay } from '../../../../lib/session/session.ts';
import type { Form } from '../../../../lib/form/use-form.ts';
import { Picker } from '../../../../ui/form/picker.tsx';
import { SearchSelect } from '../../../../ui/form/search-select.tsx';
import { TimeZoneField } from '../../../../ui/form/time-zone-field.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import { RichTextEditor } from '../../../../ui/rich-text/rich-text-editor.tsx';
import { instantOf, isLeftOut } from '../../../../lib/words/wall-clock.ts';
import { HostClashes } from './host-clashes.tsx';
import classes from './webinar-form.module.css';
import { otherZoneText } from '../webinar-time.ts';
import { MomentField } from '../../../../ui/date/date-field.tsx';

export interface WebinarValues {
  name: string;
  description: string;
  host_id: number;
  cohost_ids: number[];
  course_ids: number[];
  program_ids: number[];
  group_ids: number[];
  provider: Provider;
  join_url: string;
  /** The wall clock in `time_zone`: 2026-11-21T14:00. */
  starts_at: string;
  time_zone: string;
  /** As typed: a number, or ''. */
  duration: string;
  capacity: string;
  recording_url: string;
}

interface Named {
  id: number;
  name: string;
}
interface Person {
  id: number;
  first_name: string;
  last_name: string;
}

/** What is chosen already, whose labels the fields need. */
export interface Known {
  host: Person;
  cohosts?: readonly Person[];
  courses?: readonly Named[];
  programs?: readonly Named[];
  groups?: readonly Named[];
}

interface Props {
  form: Form<WebinarValues>;
  known: Known;
  /** One that exists, of which there may be a recording. */
  existing?: number;
}

/** Hints below, so that the fields of a row stand in line. */
const HINT_BELOW: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];
const TRAINERS = { user_type: 'trainer' } as const;
const personOption = (person: Person) => ({ id: person.id, label: personName(person) });
const thingOption = ({ id, name }: Named) => ({ id, label: name });

/** Whether it comes to nobody but those who hold it. */
export const invitesNobody = ({ course_ids, program_ids, group_ids }: WebinarValues) =>
  [course_ids, program_ids, group_ids].every((ids) => ids.length === 0);

/** The fields of a webinar, for creating and editing. */
export function WebinarFields({ form, known, existing }: Props) {
  const t = useTranslations('webinars');
  return (
    <div>
      <Section title={t('form.about')}>
        <div className="stack gap-7">
          <TextInput label={t('name')} {...form.field('name')} />
          <RichTextEditor label={t('description')} {...form.field('description')} />
        </div>
      </Section>
      <Section title={t('form.time')}>
        <TimeFields form={form} />
      </Section>
      <Section title={t('form.way')}>
        <div className="stack gap-7">
          <WayFields form={form} />
          {existing !== undefined && (
            <TextInput
              type="url"
              label={t('form.recording')}
              description={t('form.recording_hint')}
              placeholder="https://"
              {...form.field('recording_url')}
            />
          )}
        </div>
      </Section>
      <Section title={t('form.people')}>
        <div className="stack gap-7">
          <AudienceFields form={form} known={known} />
          <HostFields form={form} known={known} />
          <HostClashes values={form.values} webinar={existing ?? null} />
        </div>
      </Section>
    </div>
  );
}

function TimeFields({ form }: Pick<Props, 'form'>) {
  const t = useTranslations('webinars.form');
  const { starts_at, time_zone, duration } = form.values;
  const zone = form.field('time_zone');
  return (
    <>
      <div className={classes.row}>
        <MomentField label={t('starts_at')} {...form.field('starts_at')} />
        <TimeZoneField
          label={t('time_zone')}
          at={instantOf(starts_at, time_zone)}
          {...zone}
          onChange={(value) => value && zone.onChange(value)}
        />
        <TextInput
          type="number"
          label={t('duration')}
          description={t('duration_hint', DURATION)}
          inputWrapperOrder={HINT_BELOW}
          min={DURATION.min}
          max={DURATION.max}
          step={5}
          {...form.field('duration')}
          required
        />
      </div>
      <Times starts_at={starts_at} time_zone={time_zone} duration={Number(duration)} />
    </>
  );
}

interface TimesProps {
  starts_at: string;
  time_zone: string;
  duration: number;
}

/** When it ends, and when all that is where the person is. */
function Times({ starts_at, time_zone, duration }: TimesProps) {
  const t = useTranslations('webinars.form');
  const [opened] = useState(() => Date.now());
  const start = instantOf(starts_at, time_zone);
  if (start === '' || duration < DURATION.min || duration > DURATION.max) return null;
  const end = new Date(Date.parse(start) + duration * 60_000);
  const elsewhere = otherZoneText({ starts_at: start, time_zone, duration, state: 'scheduled' }) !== null;
  return (
    <p className="dim flush after-6" aria-live="polite">
      {isLeftOut(starts_at, time_zone) && (
        <strong className="bad">{t('left_out', { time: wallText(new Date(start), time_zone) })} </strong>
      )}
      {t('ends_at', { time: wallText(end, time_zone) })}
      {elsewhere && ` ${t('for_you', { from: dateTimeText(start), to: dateTimeText(end) })}`}
      {Date.parse(start) < opened && (
        <strong className="bad"> {t(end.getTime() < opened ? 'in_the_past' : 'has_begun')}</strong>
      )}
    </p>
  );
}

/** 01.07.2031, 11:30 on the clocks of a zone. */
export function wallText(instant: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat('uk', {
    timeZone: zone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return parts.format(instant);
}

function WayFields({ form }: Pick<Props, 'form'>) {
  const t = useTranslations('webinars');
  return (
    <div className={classes.row}>
      <NativeSelect
        label={t('provider')}
        data={PROVIDERS.map((provider) => ({ value: provider, label: t(`providers.${provider}`) }))}
        {...form.field('provider')}
      />
      <TextInput
        type="url"
        label={t('form.join_url')}
        description={t('form.join_url_hint')}
        inputWrapperOrder={HINT_BELOW}
        placeholder="https://"
        {...form.field('join_url')}
      />
      <TextInput
        type="number"
        label={t('capacity')}
        description={t('form.capacity_hint')}
        inputWrapperOrder={HINT_BELOW}
        placeholder={t('unlimited')}
        min={1}
        max={CAPACITY_MAX}
        {...form.field('capacity')}
      />
    </div>
  );
}

/** A trainer ties a webinar to courses alone. */
function AudienceFields({ form, known }: Props) {
  const t = useTranslations('webinars');
  const may = useMay();
  const { courses = [], programs = [], groups = [] } = known;
  return (
    <>
      <Picker
        endpoint={listCourses}
        toOption={thingOption}
        known={courses.map(thingOption)}
        label={t('courses')}
        description={t('form.courses_hint')}
        {...form.field('course_ids')}
      />
      {may('editProgram') && (
        <Picker
          endpoint={listPrograms}
          toOption={thingOption}
          known={programs.map(thingOption)}
          label={t('programs')}
          description={t('form.programs_hint')}
          {...form.field('program_ids')}
        />
      )}
      {may('editGroup') && (
        <Picker
          endpoint={listGroups}
          toOption={thingOption}
          known={groups.map(thingOption)}
          label={t('groups')}
          description={t('form.groups_hint')}
          {...form.field('group_ids')}
        />
      )}
      {invitesNobody(form.values) && <p className="dim flush">{t('form.nobody')}</p>}
    </>
  );
}

/** Whoever sees people chooses among the trainers; a trainer holds their own. */
function HostFields({ form, known }: Props) {
  const t = useTranslations('webinars');
  const may = useMay();
  const { host, cohosts = [] } = known;
  if (!may('viewUser'))
    return <p className="dim flush after-6">{t('form.host_is', { name: personName(host) })}</p>;
  return (
    <div className={classes.row}>
      <SearchSelect
        endpoint={listUsers}
        query={TRAINERS}
        toOption={(person: Person) => ({ value: String(person.id), label: personName(person) })}
        known={{ value: String(host.id), label: personName(host) }}
        label={t('host')}
        required
        value={form.values.host_id ? String(form.values.host_id) : ''}
        onChange={(value) => form.set('host_id', Number(value))}
        error={form.errorAt('host_id')}
      />
      <Picker
        endpoint={listUsers}
        query={TRAINERS}
        toOption={personOption}
        known={cohosts.map(personOption)}
        label={t('cohosts')}
        {...form.field('cohost_ids')}
      />
    </div>
  );
}
