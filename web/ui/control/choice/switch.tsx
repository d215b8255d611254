import { Choice, type ChoiceProps } from './choice.tsx';

/** On or off, from now on: `<Switch label=… {...form.checkbox('open')} />`. */
export function Switch(props: ChoiceProps) {
  return <Choice {...props} kind="switch" />;
}
