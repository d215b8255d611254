import { type ComponentProps, createContext, type KeyboardEvent, type ReactNode, use, useId } from 'react';
import { Field, type FieldWords } from '../field/field.tsx';
import { Choice, type ChoiceProps } from './choice.tsx';
import classes from './choice.module.css';

interface Chosen {
  name: string;
  value: string;
  choose: (value: string) => void;
}

const ChosenContext = createContext<Chosen | null>(null);

function RadioItself(props: ChoiceProps) {
  const group = use(ChosenContext);
  if (!group) return <Choice {...props} kind="radio" />;
  const { name, value, choose } = group;
  return (
    <Choice
      {...props}
      kind="radio"
      name={name}
      checked={value === props.value}
      onChange={() => choose(String(props.value))}
    />
  );
}

interface GroupProps<V extends string> extends FieldWords {
  name?: string;
  value: V;
  // oxlint-disable-next-line typescript/no-explicit-any
  onChange: (value: any) => void;
  onBlur?: () => void;
  'aria-label'?: string;
  children: ReactNode;
}

function Group<V extends string>({
  name,
  value,
  onChange,
  onBlur,
  'aria-label': said,
  children,
  ...words
}: GroupProps<V>) {
  const own = useId();
  // What is chosen cannot be taken away again: there is nothing to be required of one that has a value.
  const required = words.required && value === '';
  return (
    <Field {...words} required={required} group onBlur={onBlur}>
      {({ id, ...described }) => (
        <ChosenContext value={{ name: name ?? own, value, choose: onChange }}>
          <div
            role="radiogroup"
            {...(said ? { 'aria-label': said } : { 'aria-labelledby': `${id}-label` })}
            aria-describedby={described['aria-describedby']}
            aria-required={required || undefined}
          >
            {children}
          </div>
        </ChosenContext>
      )}
    </Field>
  );
}

/** Where an arrow key leads among cards. */
const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

function Card({
  value,
  className = '',
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'value'> & { value: string }) {
  const group = use(ChosenContext)!;
  const checked = group.value === value;
  function walk(event: KeyboardEvent<HTMLElement>): void {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const cards = [
      ...event.currentTarget.closest('[role=radiogroup]')!.querySelectorAll<HTMLElement>('[role=radio]'),
    ];
    const next = cards.at((cards.indexOf(event.currentTarget) + step) % cards.length)!;
    next.focus();
    next.click();
  }
  return (
    <button
      type="button"
      {...rest}
      role="radio"
      aria-checked={checked}
      tabIndex={checked || !group.value ? 0 : -1}
      data-checked={checked || undefined}
      className={`${classes.card} ${className}`}
      onClick={() => group.choose(value)}
      onKeyDown={walk}
    >
      {children}
    </button>
  );
}

/** One of a few: `Radio`s with their words, or cards, in a `Radio.Group` that holds the choice; alone as the platform has it. */
export const Radio = Object.assign(RadioItself, { Group, Card });
