import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { Panel } from '../../../../ui/page/panel.tsx';
import behind from './behind.module.css';
import classes from './expiring.module.css';
import type { Dashboard } from '../dashboard.ts';

/** How many certificates have expired or will, with the way to them. */
export function Expiring({ certificates }: { certificates: Dashboard['certificates'] }) {
  const t = useTranslations('dashboard');
  const { number } = useFormatter();
  const { expired, in_30_days, in_60_days, in_90_days } = certificates;
  const rows = [
    ['expired', t('expired_ones'), expired],
    ['30', t('in_days', { days: 30 }), in_30_days],
    ['60', t('in_days', { days: 60 }), in_60_days],
    ['90', t('in_days', { days: 90 }), in_90_days],
  ] as const;
  return (
    <Panel
      title={t('expiring')}
      actions={
        <Link
          to="#certificates"
          className={`${behind.all} presses`}
          aria-label={`${t('show_all')}: ${t('certificates')}`}
        >
          {t('show_all')}
        </Link>
      }
    >
      {expired + in_90_days === 0 ? (
        <p className="dim flush">{t('none_expiring')}</p>
      ) : (
        <ul className="plain">
          {rows.map(([within, label, count]) => (
            <li key={within} className="ruled">
              <Link
                to={{ search: `within=${within}`, hash: 'certificates' }}
                className={`${classes.row} unlinked lit-link`}
              >
                <span>{label}</span>
                <strong className={within === 'expired' && count > 0 ? 'bad' : ''}>{number(count)}</strong>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
