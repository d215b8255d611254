import { useTranslations } from 'use-intl';
import { ThemeMark } from '../../../ui/brand/theme-head.tsx';

/** Whether a course holds tests and exams, in words on its band. */
export function FormMarks({ types }: { types: readonly number[] }) {
  const t = useTranslations('library');
  return (
    <div className="wraps gap-3">
      {types.includes(1) && <ThemeMark>{t('test')}</ThemeMark>}
      {types.includes(2) && <ThemeMark>{t('exam')}</ThemeMark>}
    </div>
  );
}
