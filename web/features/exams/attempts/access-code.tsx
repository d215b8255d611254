import { CODE_LENGTH } from '#contract/exams/conditions';
import { useTranslations } from 'use-intl';
import { TextInput } from '../../../ui/control/field/text-input.tsx';

interface Props {
  value: string;
  refused: string | null;
  onChange: (code: string) => void;
  onEnter: () => void;
}

/** Where the code is typed that the trainer shows. */
export function AccessCode({ value, refused, onChange, onEnter }: Props) {
  const t = useTranslations('attempts.introduction');
  return (
    <form
      className="after-6"
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
    >
      <TextInput
        label={t('code')}
        description={t('code_hint')}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={CODE_LENGTH}
        value={value}
        error={refused ?? undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </form>
  );
}
