import { TRIES_LIMIT } from '#contract/exams/forms';
import { PRACTICE } from '#contract/learning/courses';
import { useTranslations } from 'use-intl';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { Switch } from '../../../../ui/control/choice/switch.tsx';
import { Textarea } from '../../../../ui/control/field/textarea.tsx';
import { useBuilder } from '../builder-context.ts';
import type { DraftState } from '../draft-store.ts';
import type { SettingsDraft } from '../draft.ts';
import classes from '../form-builder.module.css';
import { WholeNumber } from '../whole-number.tsx';
import type { SettingsFieldOf } from './use-settings-field.ts';

type Flag = Exclude<
  { [K in keyof SettingsDraft]: SettingsDraft[K] extends boolean ? K : never }[keyof SettingsDraft],
  'is_one_attempt_allowed' | 'may_go_back' | 'learning_mode'
>;

/** What each way of showing questions is set by. */
const PAGES: Record<string, Pick<SettingsDraft, 'pages' | 'may_go_back'>> = {
  all: { pages: 'all', may_go_back: true },
  one: { pages: 'one', may_go_back: true },
  one_way: { pages: 'one', may_go_back: false },
  section: { pages: 'section', may_go_back: true },
  section_way: { pages: 'section', may_go_back: false },
};

const FLAGS: { group: 'order' | 'after' | 'rules' | 'marking'; flags: Flag[] }[] = [
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
  { group: 'marking', flags: ['names_hidden', 'two_markers'] },
];

/** The settings that few tests need, behind "more". */
export default function MoreSettings({ state, settings }: { state: DraftState; settings: SettingsFieldOf }) {
  const t = useTranslations('forms');
  const { field, change } = settings;
  const { pages, may_go_back } = state.settings;
  return (
    <>
      <div className={classes.fields}>
        {(['text_after_success_passing', 'text_after_failure_passing'] as const).map((name) => (
          <Textarea
            key={name}
            label={t(name)}
            minRows={2}
            maxRows={8}
            {...field(name)}
            onChange={(event) => change({ [name]: event.currentTarget.value }, name)}
          />
        ))}
        <NativeSelect
          label={t('rating_system')}
          data={[
            { value: 'percentages', label: t('percentages') },
            { value: 'points', label: t('points') },
            { value: 'ects', label: t('ects') },
          ]}
          {...field('rating_system')}
          onChange={(event) =>
            change({ rating_system: event.currentTarget.value as SettingsDraft['rating_system'] })
          }
        />
        <NativeSelect
          label={t('result_counts')}
          data={[
            { value: 'best', label: t('counts_best') },
            { value: 'last', label: t('counts_last') },
          ]}
          {...field('result_counts')}
          onChange={(event) =>
            change({ result_counts: event.currentTarget.value as SettingsDraft['result_counts'] })
          }
        />
        <NativeSelect
          label={t('pages')}
          data={[
            { value: 'all', label: t('pages_all') },
            { value: 'one', label: t('pages_one') },
            { value: 'one_way', label: t('pages_one_way') },
            ...(state.settings.sections.length > 0 || pages === 'section'
              ? [
                  { value: 'section', label: t('pages_section') },
                  { value: 'section_way', label: t('pages_section_one_way') },
                ]
              : []),
          ]}
          name="pages"
          value={pages === 'all' ? 'all' : may_go_back ? pages : pages === 'one' ? 'one_way' : 'section_way'}
          onChange={({ currentTarget: { value } }) => change(PAGES[value]!)}
        />
        <WholeNumber
          label={t('max_score_for_questions')}
          {...field('max_score_for_questions')}
          onChange={(max_score_for_questions) =>
            change({ max_score_for_questions }, 'max_score_for_questions')
          }
        />
      </div>
      <LearningMode state={state} settings={settings} />
      {FLAGS.map(({ group, flags }) => (
        <fieldset key={group} className={classes.flags}>
          <legend>{t(`flags.${group}`)}</legend>
          {flags.map((flag) => (
            <Switch
              key={flag}
              label={t(`flags.${flag}`)}
              checked={state.settings[flag]}
              onChange={(event) => change({ [flag]: event.currentTarget.checked })}
            />
          ))}
        </fieldset>
      ))}
    </>
  );
}

/** Of a practice: answers are checked at once. */
function LearningMode({ state, settings }: { state: DraftState; settings: SettingsFieldOf }) {
  const t = useTranslations('forms.learning');
  const { about } = useBuilder();
  const { field, change } = settings;
  if (about.form_type !== PRACTICE) return null;
  const { learning_mode } = state.settings;
  return (
    <fieldset className={classes.flags}>
      <legend>{t('title')}</legend>
      <Switch
        label={t('learning_mode')}
        checked={learning_mode}
        onChange={(event) => change({ learning_mode: event.currentTarget.checked })}
      />
      {learning_mode && (
        <>
          <p className="note flush">{t('hint')}</p>
          <NativeSelect
            label={t('tries_per_question')}
            data={Array.from({ length: TRIES_LIMIT }, (_, at) => ({
              value: String(at + 1),
              label: String(at + 1),
            }))}
            {...field('tries_per_question')}
            value={String(state.settings.tries_per_question)}
            onChange={(event) => change({ tries_per_question: Number(event.currentTarget.value) })}
          />
        </>
      )}
    </fieldset>
  );
}
