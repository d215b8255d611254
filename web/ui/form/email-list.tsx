import { useTranslations } from 'use-intl';
import { TagsInput } from '../control/search/tags-input.tsx';

interface Props {
  label: string;
  description?: string;
  name: string;
  value: string[];
  onChange: (emails: string[]) => void;
  onBlur: () => void;
  /** The error at a path below the field: `form.errorAt`. */
  errorAt: (path: string) => string | undefined;
  maxValues?: number;
}

/**
 * Several e-mail addresses, typed or pasted as a list.
 * @example <EmailList label=… {...form.field('emails')} errorAt={form.errorAt} />
 */
export function EmailList({ label, description, name, value, onChange, onBlur, errorAt, maxValues }: Props) {
  const t = useTranslations('shell.list');
  const broken = value.findIndex((_, index) => errorAt(`${name}.${index}`) !== undefined);
  return (
    <TagsInput
      label={label}
      {...(description && { description })}
      {...(maxValues && { maxTags: maxValues })}
      name={name}
      value={value}
      // However they arrive: an address holds none of these.
      onChange={(entries) =>
        onChange([...new Set(entries.flatMap((entry) => entry.split(/[\s,;]+/)))].filter(Boolean))
      }
      onBlur={onBlur}
      error={
        errorAt(name) ?? (broken === -1 ? undefined : `${value[broken]}: ${errorAt(`${name}.${broken}`)}`)
      }
      splitChars={[',', ';', ' ', '\n']}
      clearLabel={t('clear_choice', { label })}
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
