import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CloseButton } from '../button/close-button.tsx';
import fieldClasses from '../field/field.module.css';
import classes from './search.module.css';

interface Props {
  pills: readonly { value: string; label: string }[];
  onRemove: (value: string) => void;
  /** What stands at its end. */
  end?: ReactNode;
  input: ComponentProps<'input'>;
  /** The choices below it. */
  children?: ReactNode;
}

/** Of more the last ones are shown. */
const SHOWN = 10;

/** A field that holds several words, each with a cross, and takes more. */
export function Pills({ pills, onRemove, end, input, children }: Props) {
  const t = useTranslations('common.list');
  const [whole, setWhole] = useState(false);
  const hidden = whole ? 0 : Math.max(0, pills.length - SHOWN);
  return (
    <div className={fieldClasses.frame}>
      {/* A press beside the words goes to the field; the keyboard is there anyway. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={`${classes.pills} faults`}
        data-fault={input['aria-invalid'] === true || undefined}
        data-many={pills.length <= SHOWN ? undefined : whole ? 'open' : ''}
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          event.currentTarget.querySelector('input')!.focus();
        }}
      >
        {pills.slice(hidden).map(({ value, label }) => (
          <span key={value} className={classes.pill}>
            <span className={classes.words}>{label}</span>
            {/* Backspace in the field takes the last one away: no stop of the keyboard. */}
            <CloseButton
              aria-label={label}
              aria-hidden
              tabIndex={-1}
              size={22}
              iconSize={13}
              variant="default"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onRemove(value)}
            />
          </span>
        ))}
        <input type="text" {...input} className={`${classes.typed} unoutlined`} />
        {hidden > 0 && (
          <button type="button" className={`${classes.more} presses`} onClick={() => setWhole(true)}>
            {t('more_chosen', { count: hidden })}
          </button>
        )}
      </div>
      {end && <span className={fieldClasses.right}>{end}</span>}
      {children}
    </div>
  );
}
