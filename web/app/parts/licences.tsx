import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './licences.module.css';

interface Props {
  used: number;
  pending: number;
  limit: number | null;
  /** Under a heading of its own. */
  bare?: boolean;
}

const TONES = { free: 'active', near: 'warning', scarce: 'bad', full: 'bad' } as const;

/** Used licences of the company, with a warning in words from 80, 95 and 100 %. */
export function Licences({ used, pending, limit, bare }: Props) {
  const t = useTranslations('shell');
  const taken = limit === null ? 0 : Math.min(1, (used + pending) / Math.max(limit, 1));
  const level = levelOf(taken);
  return (
    <div className={bare ? 'small' : classes.licences}>
      <div className={classes.line}>
        {!bare && <span>{t('licences')}</span>}
        <span className="strong">
          {limit === null ? t('licences_unlimited', { used }) : t('licences_used', { used, limit })}
        </span>
      </div>
      {limit !== null && (
        <div className={classes.track}>
          <div className={classes.fill} data-tone={TONES[level]} style={{ width: `${taken * 100}%` }} />
        </div>
      )}
      {pending > 0 && <div className={classes.pending}>{t('licences_pending', { pending })}</div>}
      {level !== 'free' && (
        <div className={classes.warning}>
          <IconAlertTriangle size={16} aria-hidden />
          {t(`licences_${level}`, { free: (limit ?? 0) - used - pending })}
        </div>
      )}
    </div>
  );
}

/** Whether it is time to say so unasked. */
export const isShort = ({ used, pending, limit }: Props): boolean =>
  limit !== null && levelOf((used + pending) / Math.max(limit, 1)) !== 'free';

/** An open invitation holds its seat, so it counts. */
function levelOf(taken: number): 'free' | 'near' | 'scarce' | 'full' {
  if (taken >= 1) return 'full';
  if (taken >= 0.95) return 'scarce';
  return taken >= 0.8 ? 'near' : 'free';
}
