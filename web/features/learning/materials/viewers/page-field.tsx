import { useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './pdf/pdf-viewer.module.css';

interface Props {
  current: number;
  count: number;
  label: string;
  onGo: (page: number) => void;
}

/** The number of the page, to be typed over. */
export function PageField({ current, count, label, onGo }: Props) {
  const t = useTranslations('materials.viewer');
  const [typed, setTyped] = useState<string | null>(null);
  const go = () => {
    const page = Number(typed);
    if (typed && Number.isInteger(page) && page >= 1) onGo(Math.min(count, page));
    setTyped(null);
  };
  return (
    <span className={classes.number}>
      <input
        className={classes.field}
        inputMode="numeric"
        aria-label={label}
        value={typed ?? String(current)}
        size={String(count).length + 1}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value.replaceAll(/\D/g, ''))}
        onBlur={go}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter') go();
          else if (event.key === 'Escape') setTyped(null);
        }}
      />
      {t('of', { count })}
    </span>
  );
}
