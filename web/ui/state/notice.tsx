import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

const ICONS = {
  neutral: IconInfoCircle,
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  bad: IconAlertTriangle,
};

interface Props {
  tone: keyof typeof ICONS;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Spoken at once when it appears. */
  alert?: boolean;
}

/** A message that stays on the page, with its tone, its words and what can be done. */
export function Notice({ tone, title, children, action, alert }: Props) {
  const Icon = ICONS[tone];
  return (
    <div className={classes.notice} data-tone={tone} role={alert ? 'alert' : undefined}>
      <Icon className={classes.icon} size={22} aria-hidden />
      <div>
        <p className={classes.title}>{title}</p>
        {children && <div className={`${classes.text} linked`}>{children}</div>}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
