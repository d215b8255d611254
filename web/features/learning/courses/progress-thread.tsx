import { useTranslations } from 'use-intl';
import classes from './progress-thread.module.css';

/** Progress as a weft drawn through the warp; the words carry the number. */
export function ProgressThread({ percent }: { percent: number }) {
  const t = useTranslations('courses');
  return (
    <div className="row gap-5">
      <div
        className={classes.track}
        role="progressbar"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label={t('progress')}
      >
        <span className="weft" style={{ width: `${percent}%` }} />
      </div>
      <span className={classes.number}>{t('percent', { percent })}</span>
    </div>
  );
}
