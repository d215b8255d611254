import { IconCheck, IconPalette } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '../../../../ui/control/field/field.tsx';
import { inkOn } from '../../../../ui/brand/theme-ink.ts';
import classes from './course-form.module.css';

const COLORS = {
  blue: '#1f5fa8',
  petrol: '#176c69',
  green: '#3d7824',
  ochre: '#e8a93c',
  orange: '#c4621a',
  brick: '#b83424',
  raspberry: '#a8325e',
  violet: '#6a4aa5',
  ink: '#2b3a44',
  sky: '#9ccbe8',
} as const;

interface Props {
  label: string;
  name: string;
  value: string;
  onChange: (color: string) => void;
  error?: string | undefined;
}

/** The course's colour: one of ours, or any. */
export function ThemeColorField({ label, name, value, onChange, error }: Props) {
  const t = useTranslations('courses.colors');
  const id = useId();
  const own = !Object.values<string>(COLORS).includes(value);
  return (
    <Field group controlId={id} label={label} error={error}>
      {() => (
        <div className={classes.swatches} role="radiogroup" aria-labelledby={`${id}-label`}>
          {(Object.keys(COLORS) as (keyof typeof COLORS)[]).map((key) => {
            const color = COLORS[key];
            return (
              <label
                key={key}
                className={`${classes.swatch} ringed`}
                style={{ background: color, color: inkOn(color) }}
                title={t(key)}
              >
                <input
                  type="radio"
                  name={name}
                  value={color}
                  checked={value === color}
                  aria-label={t(key)}
                  onChange={() => onChange(color)}
                />
                {value === color && <IconCheck size={22} aria-hidden />}
              </label>
            );
          })}
          <label
            className={`${classes.swatch} ${classes.custom} ringed`}
            style={own ? { background: value, color: inkOn(value) } : undefined}
            title={t('own')}
          >
            <input
              type="color"
              value={value}
              aria-label={t('own')}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
            {own ? <IconCheck size={22} aria-hidden /> : <IconPalette size={22} aria-hidden />}
          </label>
        </div>
      )}
    </Field>
  );
}
