import { useTranslations } from 'use-intl';
import type { Page } from './pages.ts';
import classes from './section-head.module.css';

interface Props {
  section: NonNullable<Page['section']>;
  total: number;
  /** Its questions begin here; else it only says where one is. */
  begins: boolean;
}

/** Where a section of a paper begins: its name, and what its author says first. */
export function SectionHead({ section: { number, words }, total, begins }: Props) {
  const t = useTranslations('attempts.section');
  const place = t('number', { number, total });
  if (!begins) return <p className="flush quiet">{words.title ? `${place} · ${words.title}` : place}</p>;
  return (
    <header className={`${classes.head} stack gap-3 unoutlined`} tabIndex={-1} data-section={number}>
      {words.title && <p className="flush quiet">{place}</p>}
      <h2 className="flush">{words.title || place}</h2>
      {words.introduction && <p className="flush as-written">{words.introduction}</p>}
    </header>
  );
}
