import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from './pages.module.css';

interface Props {
  page: number;
  total: number;
  count: number;
  onChange: (page: number) => void;
  /** What is chosen about the list at its end. */
  children?: ReactNode;
}

/** The pages of a list with the number of its rows. */
export function Pages({ page, total, count, onChange, children }: Props) {
  const t = useTranslations('common.list');
  return (
    <div className={classes.bar}>
      <span className="quiet">{t('count', { count })}</span>
      {children}
      {/* For whoever does not see that another page stands above. */}
      <p className="unseen" role="status">
        {total > 1 ? t('page', { page }) : ''}
      </p>
      {(total > 1 || page > 1) && (
        <nav className="row gap-2 at-end off-paper" aria-label={t('pages')}>
          {/* Not disabled: whoever goes by keys to the last page would be thrown to the head of the screen. */}
          <button
            type="button"
            className={`${classes.page} finger lit rests`}
            aria-disabled={page <= 1}
            aria-label={t('previous')}
            onClick={() => page > 1 && onChange(page - 1)}
          >
            <IconChevronLeft size={18} aria-hidden />
          </button>
          {around(page, total).map((one, index) =>
            one === null ? (
              <span key={`gap-${index}`} className={classes.gap}>
                …
              </span>
            ) : (
              <button
                key={one}
                type="button"
                className={`${classes.page} finger lit rests`}
                aria-label={t('page', { page: one })}
                aria-current={one === page ? 'page' : undefined}
                onClick={() => onChange(one)}
              >
                {one}
              </button>
            ),
          )}
          <button
            type="button"
            className={`${classes.page} finger lit rests`}
            aria-disabled={page >= total}
            aria-label={t('next')}
            onClick={() => page < total && onChange(page + 1)}
          >
            <IconChevronRight size={18} aria-hidden />
          </button>
        </nav>
      )}
    </div>
  );
}

/** First, last and the neighbours of the page; null where some are left out. */
function around(page: number, total: number): (number | null)[] {
  const shown = [...new Set([1, page - 1, page, page + 1, total])]
    .filter((one) => one >= 1 && one <= total)
    .sort((a, b) => a - b);
  return shown.flatMap((one, index) =>
    index > 0 && one - (shown[index - 1] ?? 0) > 1 ? [null, one] : [one],
  );
}
