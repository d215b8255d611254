import { useTranslations } from 'use-intl';
import classes from './licences.module.css';

/** Used licences of the company, with a warning colour from 80 % and from 95 %. */
export function Licences({ used, pending, limit }: { used: number; pending: number; limit: number | null }) {
  const t = useTranslations('shell');
  const taken = limit === null ? 0 : Math.min(1, (used + pending) / Math.max(limit, 1));
  const level = taken >= 0.95 ? 'full' : taken >= 0.8 ? 'near' : 'free';
  return (
    <div className={classes.licences}>
      <div className={classes.line}>
        <span>{t('licences')}</span>
        <span className={classes.value}>
          {limit === null ? t('licences_unlimited', { used }) : t('licences_used', { used, limit })}
        </span>
      </div>
      {limit !== null && (
        <div className={classes.track}>
          <div className={classes.fill} data-level={level} style={{ width: `${taken * 100}%` }} />
        </div>
      )}
      {pending > 0 && <div className={classes.pending}>{t('licences_pending', { pending })}</div>}
    </div>
  );
}
