import { memo, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { Textarea } from '../../../../ui/control/field/textarea.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import type { DraftState } from '../draft-store.ts';
import { drawnOf, type SettingsDraft, sumOf } from '../draft.ts';
import classes from '../form-builder.module.css';
import { FieldWarning } from '../field-warning.tsx';
import { hasSum, warningsOf } from '../warnings.ts';
import { WHEN_ID } from './go-to-when.ts';
import { WholeNumber } from '../whole-number.tsx';
import { useSettingsField, type SettingsFieldOf } from './use-settings-field.ts';
import { later } from '../../../../lib/page/later.tsx';

const MoreSettings = later(() => import('./more-settings.tsx'));
const WhenSettings = later(() => import('./when-settings.tsx'));

type Mode = 'one' | 'limited' | 'unlimited';

/** The fields of a test: the ones everybody sets first, the rest folded away. */
export const SettingsFields = memo(function SettingsFields({ state }: { state: DraftState }) {
  const t = useTranslations('forms');
  const settings = useSettingsField(state);
  const { field, change } = settings;
  const [more, setMore] = useState(false);
  const [when, setWhen] = useState(false);
  const { passing_score_type } = state.settings;
  const warnings = warningsOf(state);
  const sum =
    sumOf(state.questions, state.settings.max_score_for_questions) + drawnOf(state.settings.draws).sum;
  return (
    <Section title={t('settings')}>
      <div className={classes.fields}>
        <div className="whole">
          <TextInput
            label={t('name')}
            required
            {...field('name')}
            onChange={(event) => change({ name: event.currentTarget.value }, 'name')}
          />
        </div>
        <div className="whole">
          <Textarea
            label={t('description')}
            description={t('description_hint')}
            minRows={2}
            maxRows={8}
            {...field('description')}
            onChange={(event) => change({ description: event.currentTarget.value }, 'description')}
          />
        </div>
        <div>
          <WholeNumber
            label={t('time_limit')}
            description={t('time_limit_hint')}
            {...field('time_limit')}
            onChange={(time_limit) => change({ time_limit }, 'time_limit')}
          />
          <FieldWarning warning={warnings.time_limit} />
        </div>
        <Attempts settings={settings} state={state} />
        <div>
          <WholeNumber
            label={t('passing_score')}
            description={
              passing_score_type === 'points' ? t('passing_of_sum', { sum }) : t('passing_percent')
            }
            required
            {...field('passing_score')}
            onChange={(passing_score) => change({ passing_score }, 'passing_score')}
          />
          <FieldWarning warning={warnings.passing_score} />
        </div>
        <NativeSelect
          label={t('passing_score_type')}
          description={t('passing_score_type_hint')}
          data={[
            { value: 'percentages', label: t('percentages') },
            { value: 'points', label: t('points') },
          ]}
          {...field('passing_score_type')}
          onChange={(event) =>
            change({ passing_score_type: event.currentTarget.value as SettingsDraft['passing_score_type'] })
          }
        />
      </div>
      <details id={WHEN_ID} className={classes.more} onToggle={(event) => setWhen(event.currentTarget.open)}>
        <summary className="unfolds">{t('when.title')}</summary>
        {when && (
          <Suspense fallback={<div className={classes.loading} />}>
            <WhenSettings settings={settings} warning={warnings.pause_minutes} />
          </Suspense>
        )}
      </details>
      <details className={classes.more} onToggle={(event) => setMore(event.currentTarget.open)}>
        <summary className="unfolds">{t('more')}</summary>
        {more && (
          <Suspense fallback={<div className={classes.loading} />}>
            <MoreSettings state={state} settings={settings} />
          </Suspense>
        )}
      </details>
    </Section>
  );
}, looksAlike);

/** A question that is typed in changes nothing here but by its points. */
function looksAlike({ state: a }: { state: DraftState }, { state: b }: { state: DraftState }): boolean {
  return (
    a.settings === b.settings &&
    a.faults === b.faults &&
    a.questions.length === b.questions.length &&
    hasSum(a) === hasSum(b) &&
    sumOf(a.questions, a.settings.max_score_for_questions) ===
      sumOf(b.questions, b.settings.max_score_for_questions)
  );
}

function Attempts({ state, settings }: { state: DraftState; settings: SettingsFieldOf }) {
  const t = useTranslations('forms');
  const { field, change } = settings;
  const { is_one_attempt_allowed, attempt_limit } = state.settings;
  const mode: Mode = is_one_attempt_allowed ? 'one' : attempt_limit === null ? 'unlimited' : 'limited';
  const choose = (next: Mode) =>
    change({ is_one_attempt_allowed: next === 'one', attempt_limit: next === 'limited' ? 2 : null });
  return (
    <div className={`${classes.pair} stack gap-5`}>
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
        <WholeNumber
          label={t('attempt_limit')}
          {...field('attempt_limit')}
          value={attempt_limit ?? ''}
          onChange={(next) => change({ attempt_limit: next }, 'attempt_limit')}
        />
      )}
    </div>
  );
}
