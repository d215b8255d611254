import { previewRule, type Rule, RULE_LIMIT } from '#contract/people/groups';
import type { ResponseOf } from '#contract/platform';
import { listPositions, listSubdivisions } from '#contract/people/users';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import type { Form } from '../../../lib/form/use-form.ts';
import { useRested } from '../../../lib/form/use-rested.ts';
import { personName } from '../../../lib/words/person-name.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { NamesPicker } from '../../../ui/form/names-picker.tsx';
import { PrivateForm } from '../../../ui/form/private-form.tsx';
import { Section } from '../../../ui/page/panel.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { Skeleton } from '../../../ui/state/skeleton.tsx';

export const NO_RULE: Rule = { positions: [], subdivisions: [] };

/** What is sent of a rule: without any value it is none. */
export const ruleOf = (rule: Rule): Rule | null =>
  rule.positions.length + rule.subdivisions.length > 0 ? rule : null;

const isSame = (one: Rule, other: Rule): boolean => JSON.stringify(one) === JSON.stringify(other);

interface Ruled {
  rule: Rule;
}
interface Props {
  form: Form<Ruled>;
  /** The rule that the group has, and its id; of a new one there is none. */
  before: Rule;
  group: number | null;
}

/** Whom a group takes in by itself, with what that would do now. */
export function RuleFields({ form, before, group }: Props) {
  const t = useTranslations('groups.rule');
  const { rule } = form.values;
  return (
    <Section title={t('title')}>
      <div className="stack gap-6">
        <p className="flush dim small">{t('hint')}</p>
        <NamesPicker
          maxValues={RULE_LIMIT}
          endpoint={listPositions}
          label={t('positions')}
          description={t('any_position')}
          unlisted={(name) => t('unlisted_position', { name })}
          {...form.field('rule.positions')}
        />
        <NamesPicker
          maxValues={RULE_LIMIT}
          endpoint={listSubdivisions}
          label={t('subdivisions')}
          description={t('any_subdivision')}
          unlisted={(name) => t('unlisted_subdivision', { name })}
          {...form.field('rule.subdivisions')}
        />
        {ruleOf(rule) && <Preview rule={rule} group={group} isNew={!isSame(rule, before)} />}
      </div>
    </Section>
  );
}

type Found = ResponseOf<typeof previewRule>;

/** As the rule stands in the form: it asks anew once nobody chooses any more. */
function Preview({ rule, group, isNew }: { rule: Rule; group: number | null; isNew: boolean }) {
  const body = useRested(JSON.stringify({ group, rule }), 300);
  const preview = useQuery({
    queryKey: [previewRule.path, body],
    queryFn: ({ signal }) =>
      call(previewRule, {
        body: JSON.parse(body) as { group: number | null; rule: Rule },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <div aria-live="polite">
      <Loaded query={preview} skeleton={<Skeleton height={72} />}>
        {(found) => <Told found={found} isNew={isNew} />}
      </Loaded>
    </div>
  );
}

function Told({ found, isNew }: { found: Found; isNew: boolean }) {
  const t = useTranslations('groups');
  const { matching, joining, blocked, taken_out, people } = found;
  const names = people.map(personName).join(', ');
  const said = [
    isNew &&
      joining > 0 &&
      t('rule.joining', {
        count: joining,
        names: joining > people.length ? t('overdue_more', { names, count: joining - people.length }) : names,
      }),
    isNew && joining === 0 && matching > taken_out && t('rule.all_there'),
    blocked > 0 && t('rule.blocked', { count: blocked }),
    taken_out > 0 && t('rule.taken_out', { count: taken_out }),
  ].filter(Boolean);
  return (
    <Notice tone="neutral" title={t('rule.matching', { count: matching })}>
      {said.length > 0 && said.join(' ')}
    </Notice>
  );
}

type FormProps<V extends Ruled> = ComponentProps<typeof PrivateForm<V>> & Pick<Props, 'before' | 'group'>;

/** The form of a group, which asks before a rule brings people in: nothing takes them out again by itself. */
export function RuleAskingForm<V extends Ruled>({ form, before, group, ...rest }: FormProps<V>) {
  const t = useTranslations('groups.rule');
  const [asked, setAsked] = useState(0);
  const { rule } = form.values;
  const look = useAction(previewRule, {
    onDone: ({ joining }) => {
      if (joining > 0) setAsked(joining);
      else form.submit();
    },
  });
  return (
    <>
      <PrivateForm
        {...rest}
        form={{
          ...form,
          busy: form.busy || look.busy,
          submit: (event) => {
            if (!ruleOf(rule) || isSame(rule, before) || !form.validate()) return form.submit(event);
            event?.preventDefault();
            void look.run({ body: { group, rule }, quiet: true });
          },
        }}
      />
      <ConfirmDialog
        opened={asked > 0}
        title={t('ask_title', { count: asked })}
        text={t('ask_text')}
        confirmLabel={rest.submitLabel}
        onConfirm={() => {
          setAsked(0);
          form.submit();
        }}
        onCancel={() => setAsked(0)}
      />
    </>
  );
}
