import { NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/errors.ts';
import { Panel } from '../../ui/panel.tsx';
import type { SettingsDraft } from './draft.ts';
import classes from './form-builder.module.css';
import type { Builder } from './use-builder.ts';

type Mode = 'one' | 'limited' | 'unlimited';
type Flag = Exclude<
  { [K in keyof SettingsDraft]: SettingsDraft[K] extends boolean ? K : never }[keyof SettingsDraft],
  'is_one_attempt_allowed'
>;

const FLAGS: { group: 'order' | 'after' | 'rules'; flags: Flag[] }[] = [
  {
    group: 'after',
    flags: [
      'publication_after_passing',
      'show_points_for_answers',
      'show_uncounted_answers',
      'show_right_answers',
      'send_email_with_answers',
    ],
  },
  { group: 'order', flags: ['shuffle_questions', 'shuffle_answers'] },
  { group: 'rules', flags: ['disable_autosave_for_all_respondents', 'issue_certificate'] },
];

/** The fields of a test: the ones everybody sets first, the rest folded away. */
export function SettingsFields({ builder, sum }: { builder: Builder; sum: number }) {
  const t = useTranslations('forms');
  const errorText = useErrorText();
  const { settings: form, faults } = builder;
  const { passing_score_type, passing_score } = form.values;
  const above = passing_score_type === 'points' && passing_score !== '' && sum > 0 && passing_score > sum;
  const name = form.field('name');
  return (
    <Panel title={t('settings')}>
      <div className={classes.fields}>
        <div className={classes.wide}>
          <TextInput
            label={t('name')}
            required
            {...name}
            error={name.error ?? (faults['name'] && errorText(faults['name']))}
          />
        </div>
        <div className={classes.wide}>
          <Textarea
            label={t('description')}
            description={t('description_hint')}
            autosize
            minRows={2}
            maxRows={8}
            {...form.field('description')}
          />
        </div>
        <NumberInput
          label={t('time_limit')}
          description={t('time_limit_hint')}
          clampBehavior="none"
          min={1}
          max={1440}
          {...form.field('time_limit')}
        />
        <Attempts builder={builder} />
        <NumberInput
          label={t('passing_score')}
          description={passing_score_type === 'points' ? t('passing_of_sum', { sum }) : t('passing_percent')}
          clampBehavior="none"
          min={1}
          max={100}
          required
          {...form.field('passing_score')}
          error={
            form.errorAt('passing_score') ??
            (above ? errorText({ code: 'passing_score_above_sum', params: {} }) : undefined)
          }
        />
        <NativeSelect
          label={t('passing_score_type')}
          description={t('passing_score_type_hint')}
          data={[
            { value: 'percentages', label: t('percentages') },
            { value: 'points', label: t('points') },
          ]}
          {...form.field('passing_score_type')}
        />
      </div>
      <details className={classes.more}>
        <summary>{t('more')}</summary>
        <div className={classes.fields}>
          <Textarea
            label={t('text_after_success_passing')}
            autosize
            minRows={2}
            maxRows={8}
            {...form.field('text_after_success_passing')}
          />
          <Textarea
            label={t('text_after_failure_passing')}
            autosize
            minRows={2}
            maxRows={8}
            {...form.field('text_after_failure_passing')}
          />
          <NativeSelect
            label={t('rating_system')}
            data={[
              { value: 'percentages', label: t('percentages') },
              { value: 'points', label: t('points') },
              { value: 'ects', label: t('ects') },
            ]}
            {...form.field('rating_system')}
          />
          <NumberInput
            label={t('max_score_for_questions')}
            clampBehavior="none"
            min={1}
            max={100}
            {...form.field('max_score_for_questions')}
          />
        </div>
        {FLAGS.map(({ group, flags }) => (
          <fieldset key={group} className={classes.flags}>
            <legend>{t(`flags.${group}`)}</legend>
            {flags.map((flag) => (
              <Switch key={flag} label={t(`flags.${flag}`)} {...form.checkbox(flag)} />
            ))}
          </fieldset>
        ))}
      </details>
    </Panel>
  );
}

function Attempts({ builder }: { builder: Builder }) {
  const t = useTranslations('forms');
  const { settings: form } = builder;
  const { is_one_attempt_allowed, attempt_limit } = form.values;
  const mode: Mode = is_one_attempt_allowed ? 'one' : attempt_limit === null ? 'unlimited' : 'limited';

  function choose(next: Mode): void {
    form.set('is_one_attempt_allowed', next === 'one');
    form.set('attempt_limit', next === 'limited' ? 2 : null);
  }

  return (
    <div className={classes.pair}>
      <NativeSelect
        label={t('attempts')}
        description={t('attempts_hint')}
        value={mode}
        onChange={(event) => choose(event.currentTarget.value as Mode)}
        data={[
          { value: 'one', label: t('attempts_one') },
          { value: 'limited', label: t('attempts_limited') },
          { value: 'unlimited', label: t('attempts_unlimited') },
        ]}
      />
      {mode === 'limited' && (
        <NumberInput
          label={t('attempt_limit')}
          description={' '}
          clampBehavior="none"
          min={1}
          max={100}
          {...form.field('attempt_limit')}
        />
      )}
    </div>
  );
}
