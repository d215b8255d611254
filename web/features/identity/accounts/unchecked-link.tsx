import { useTranslations } from 'use-intl';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { PlainButton } from '../../../ui/plain/plain-button.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** A link that could not be checked now; it may well be good. */
export function UncheckedLink({
  title,
  problem,
  onRetry,
}: {
  title: string;
  problem: unknown;
  onRetry: () => void;
}) {
  const t = useTranslations('links.confirmation');
  const errorText = useErrorText();
  return (
    <AuthFrame title={title} text={errorText(errorOf(problem))}>
      <PlainButton onClick={onRetry}>{t('retry')}</PlainButton>
    </AuthFrame>
  );
}
