import { IconBook2, IconBroadcast } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import classes from './item-mark.module.css';

/** Whether it is a course, in its colour, or a webinar. */
export function ItemMark({ item }: { item: { course_id: number | null; theme_color: string | null } }) {
  const t = useTranslations('chronology');
  const Icon = item.course_id ? IconBook2 : IconBroadcast;
  return (
    <span
      className={classes.mark}
      role="img"
      aria-label={t(item.course_id ? 'course' : 'webinar')}
      style={{ '--course': item.theme_color ?? 'var(--osn-ochre-7)' } as CSSProperties}
    >
      <Icon size={20} aria-hidden />
    </span>
  );
}
