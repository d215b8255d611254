import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';
import { showWarning } from '../../../lib/page/toasts.ts';

/** Puts a text into the clipboard and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTranslations('common.copy');
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 3000);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      showWarning(t('failed'));
    }
  }

  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<Icon size={17} aria-hidden />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{copied ? t('done') : label}</span>
    </Button>
  );
}
