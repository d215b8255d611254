import { createContext, type ReactNode, use } from 'react';
import { Field, type FieldWords } from '../field/field.tsx';
import { Choice, type ChoiceProps } from './choice.tsx';

interface Chosen {
  value: readonly string[];
  choose: (one: string, chosen: boolean) => void;
}

const ChosenContext = createContext<Chosen | null>(null);

function CheckboxItself(props: ChoiceProps) {
  const group = use(ChosenContext);
  if (!group) return <Choice {...props} kind="checkbox" />;
  const value = String(props.value);
  return (
    <Choice
      {...props}
      kind="checkbox"
      large
      checked={group.value.includes(value)}
      onChange={(event) => group.choose(value, event.currentTarget.checked)}
    />
  );
}

interface GroupProps<V extends string> extends FieldWords {
  value: readonly V[];
  onChange: (value: V[]) => void;
  children: ReactNode;
}

function Group<V extends string>({ value, onChange, children, ...words }: GroupProps<V>) {
  const choose = (one: string, chosen: boolean) =>
    onChange(chosen ? [...value, one as V] : value.filter((other) => other !== one));
  return (
    <Field {...words} group>
      {({ id, ...described }) => (
        <ChosenContext value={{ value, choose }}>
          <div role="group" aria-labelledby={`${id}-label`} aria-describedby={described['aria-describedby']}>
            {children}
          </div>
        </ChosenContext>
      )}
    </Field>
  );
}

/** A box to tick, alone or one of a `Checkbox.Group`. */
export const Checkbox = Object.assign(CheckboxItself, { Group });
