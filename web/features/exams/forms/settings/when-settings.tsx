import { IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { MomentField } from '../../../../ui/date/date-field.tsx';
import { instantOf, readsAsDate, wallClockOf } from '../../../../lib/words/wall-clock.ts';
import { zoneText } from '../../../../lib/words/zones.ts';
import { useBuilder } from '../builder-context.ts';
import type { SettingsDraft, Typed } from '../draft.ts';
import { FieldWarning } from '../field-warning.tsx';
import classes from '../form-builder.module.css';
import type { SettingWarning } from '../warnings.ts';
import { WholeNumber } from '../whole-number.tsx';
import type { SettingsFieldOf } from './use-settings-field.ts';
import { codePath } from '../../../../lib/paths/result-paths.ts';

/** When a test can be started, how often, and by whom: those who see its code. */
export default function WhenSettings({
  settings,
  warning,
}: {
  settings: SettingsFieldOf;
  /** What is odd about the pause. */
  warning: SettingWarning | undefined;
}) {
  const t = useTranslations('forms.when');
  const locale = useLocale();
  const { about } = useBuilder();
  const { field, change } = settings;
  const closes = field('closes_at').value !== null;
  return (
    <div className="stack gap-7">
      <div className={classes.fields}>
        {(['opens_at', 'closes_at'] as const).map((name) => {
          const { value, error, onBlur } = field(name);
          return (
            <MomentField
              key={name}
              name={name}
              label={t(name)}
              description={t(`${name}_hint`)}
              value={value && readsAsDate(value) ? wallClockOf(value, about.time_zone) : (value ?? '')}
              error={error}
              onBlur={onBlur}
              onChange={(wall) => change({ [name]: instantOf(wall, about.time_zone) || wall || null }, name)}
            />
          );
        })}
        <p className="whole note flush">{t('zone', { zone: zoneText(about.time_zone, locale) })}</p>
        {closes && (
          <NativeSelect
            label={t('at_close')}
            description={t('at_close_hint')}
            data={[
              { value: 'continue', label: t('at_close_continue') },
              { value: 'end', label: t('at_close_end') },
            ]}
            {...field('at_close')}
            onChange={(event) => change({ at_close: event.currentTarget.value as SettingsDraft['at_close'] })}
          />
        )}
        <div>
          <Pause settings={settings} />
          <FieldWarning warning={warning} />
        </div>
      </div>
      <div>
        <h3 className="flush strong">{t('code')}</h3>
        <p className="note flush before-5">{t('code_text')}</p>
        <Button
          component={Link}
          to={codePath(about.course_id, about.form_id)}
          variant="default"
          leftSection={<IconShieldLock size={18} aria-hidden />}
        >
          {t('code_open')}
        </Button>
      </div>
    </div>
  );
}

const UNITS = { minutes: 1, hours: 60, days: 1440 };
type Unit = keyof typeof UNITS;

/** The largest unit in which a pause is a whole number. */
const unitOf = (minutes: Typed): Unit =>
  typeof minutes !== 'number' || minutes <= 0
    ? 'hours'
    : minutes % UNITS.days === 0
      ? 'days'
      : minutes % UNITS.hours === 0
        ? 'hours'
        : 'minutes';

function Pause({ settings }: { settings: SettingsFieldOf }) {
  const t = useTranslations('forms.when');
  const { value, ...field } = settings.field('pause_minutes');
  const [unit, setUnit] = useState<Unit>(() => unitOf(value));
  const inUnit = typeof value === 'number' ? value / UNITS[unit] : value;
  const set = (typed: Typed, next: Unit) =>
    settings.change(
      { pause_minutes: typeof typed === 'number' ? typed * UNITS[next] : typed },
      'pause_minutes',
    );
  return (
    <div className={`${classes.pair} stack gap-5`}>
      <WholeNumber
        label={t('pause')}
        description={t('pause_hint')}
        {...field}
        value={inUnit}
        onChange={(typed) => set(typed, unit)}
      />
      <NativeSelect
        label={t('pause_unit')}
        value={unit}
        data={(Object.keys(UNITS) as Unit[]).map((one) => ({ value: one, label: t(`unit_${one}`) }))}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value as Unit;
          setUnit(next);
          set(inUnit, next);
        }}
      />
    </div>
  );
}
