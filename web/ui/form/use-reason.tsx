import { REASON_LENGTH } from '#contract/platform';
import { type ReactNode, useState } from 'react';
import { Textarea } from '../control/field/textarea.tsx';
import { useErrorText } from '../../lib/api/errors.ts';

/** The reason of a decision, which has to be given. */
export function useReason(words: { label: string; hint: string }): {
  reason: string;
  /** Whether it is there; shows that it is missing. */
  require: () => boolean;
  field: ReactNode;
} {
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const missing = reason.trim() === '';
  return {
    reason: reason.trim(),
    require: () => {
      setAsked(true);
      return !missing;
    },
    field: (
      <Textarea
        label={words.label}
        description={words.hint}
        required
        minRows={2}
        maxRows={6}
        maxLength={REASON_LENGTH}
        value={reason}
        error={asked && missing && errorText({ code: 'required', params: {} })}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    ),
  };
}
