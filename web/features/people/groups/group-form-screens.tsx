import { listCourses } from '#contract/learning/courses';
import { createGroup, getGroup, type Rule, updateGroup } from '#contract/people/groups';
import type { ResponseOf } from '#contract/platform';
import { listPrograms } from '#contract/learning/programs';
import { listUsers } from '#contract/people/users';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useGoOn } from '../../../lib/api/go-on.tsx';
import { Textarea } from '../../../ui/control/field/textarea.tsx';
import { TextInput } from '../../../ui/control/field/text-input.tsx';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { type Form, useForm } from '../../../lib/form/use-form.ts';
import { Picker } from '../../../ui/form/picker.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Section } from '../../../ui/page/panel.tsx';
import { personName } from '../../../lib/words/person-name.ts';
import { useMay } from '../../../lib/session/session.ts';
import { NO_RULE, RuleAskingForm, RuleFields, ruleOf } from './group-rule.tsx';

type Group = ResponseOf<typeof getGroup>;
type Person = ResponseOf<typeof listUsers>['results'][number];
interface Values {
  name: string;
  description: string;
  manager_ids: number[];
  course_ids: number[];
  program_ids: number[];
  rule: Rule;
}

interface Known {
  managers: Group['managers'];
  courses: Group['courses'];
  programs: Group['programs'];
}
const NOTHING: Known = { managers: [], courses: [], programs: [] };
const EMPTY: Values = {
  name: '',
  description: '',
  manager_ids: [],
  course_ids: [],
  program_ids: [],
  rule: NO_RULE,
};

/** Whoever may not set a rule sends none, so that the one there is stays. */
const bodyOf = ({ rule, ...values }: Values, maySetRule: boolean) =>
  maySetRule ? { ...values, rule: ruleOf(rule) } : values;

const optionOf = (person: { id: number; first_name: string; last_name: string }) => ({
  id: person.id,
  label: personName(person),
});

const named = ({ id, name }: { id: number; name: string }) => ({ id, label: name });

export function GroupCreateScreen() {
  const t = useTranslations();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const may = useMay();
  const form = useForm({
    endpoint: createGroup,
    initial: EMPTY,
    body: (values) => bodyOf(values, may('setGroupRule')),
    onDone: ({ id }, { name }) => {
      showSuccess(t('groups.created', { name: name.trim() }));
      goOn(`/group/${id}`);
    },
  });
  return (
    <>
      <PageHeader title={t('groups.create_title')} back={{ to: '/group', label: t('groups.title') }} />
      <Section narrow>
        <RuleAskingForm
          form={form}
          before={NO_RULE}
          group={null}
          submitLabel={t('common.create')}
          onCancel={() => void navigate('/group')}
        >
          <GroupFields form={form} />
          {may('setGroupRule') && <RuleFields form={form} before={NO_RULE} group={null} />}
        </RuleAskingForm>
      </Section>
    </>
  );
}

export function GroupEditScreen({ id }: { id: number }) {
  const group = useData(getGroup, { params: { id } });
  return <Loaded query={group}>{(loaded) => <GroupEditForm group={loaded} />}</Loaded>;
}

function GroupEditForm({ group }: { group: Group }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const may = useMay();
  const back = `/group/${group.id}`;
  const [before] = useState(group.rule ?? NO_RULE);
  const form = useForm({
    endpoint: updateGroup,
    params: { id: group.id },
    initial: {
      name: group.name,
      description: group.description,
      manager_ids: group.managers.map((one) => one.id),
      course_ids: group.courses.map((one) => one.id),
      program_ids: group.programs.map((one) => one.id),
      rule: before,
    },
    body: (values) => bodyOf(values, may('setGroupRule')),
    onDone: () => {
      showSuccess(t('common.saved'));
      goOn(back);
    },
  });
  return (
    <>
      <PageHeader title={t('groups.edit_title')} back={{ to: back, label: group.name }} />
      <Section narrow>
        <RuleAskingForm
          form={form}
          before={before}
          group={group.id}
          submitLabel={t('common.save')}
          onCancel={() => void navigate(back)}
        >
          <GroupFields form={form} known={group} />
          {may('setGroupRule') && <RuleFields form={form} before={before} group={group.id} />}
        </RuleAskingForm>
      </Section>
    </>
  );
}

function GroupFields({ form, known = NOTHING }: { form: Form<Values>; known?: Known }) {
  const t = useTranslations('groups');
  return (
    <>
      <TextInput label={t('name')} {...form.field('name')} />
      <Textarea label={t('description')} minRows={3} maxRows={10} {...form.field('description')} />
      <Picker
        endpoint={listUsers}
        query={{ user_type: 'manager' }}
        toOption={(person: Person) => optionOf(person)}
        known={known.managers.map(optionOf)}
        label={t('managers')}
        description={t('managers_hint')}
        {...form.field('manager_ids')}
      />
      <Picker
        endpoint={listCourses}
        toOption={named}
        known={known.courses.map(named)}
        label={t('courses')}
        description={t('courses_hint')}
        {...form.field('course_ids')}
      />
      <Picker
        endpoint={listPrograms}
        toOption={named}
        known={known.programs.map(named)}
        label={t('programs')}
        {...form.field('program_ids')}
      />
    </>
  );
}
