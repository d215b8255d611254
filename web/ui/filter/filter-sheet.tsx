import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../control/button/button.tsx';
import { Drawer } from '../dialog/drawer.tsx';
import { useMedia } from '../layout/use-media.ts';
import classes from './filter.module.css';

interface Props {
  /** How many rows the filters leave. */
  count: number;
  /** Where there is something to clear. */
  onClear?: () => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** The filters where the page has no room for them: from below on a phone, else from the side. */
export default function FilterSheet({ count, onClear, onClose, children }: Props) {
  const t = useTranslations();
  const phone = useMedia('(width < 37.5em)');
  return (
    <Drawer
      onClose={onClose}
      position={phone ? 'bottom' : 'right'}
      size={phone ? 'auto' : 'sm'}
      title={t('shell.list.filters')}
    >
      <div className="stack gap-5">
        {children}
        <div className={`${classes.foot} wraps fills gap-4`}>
          <Button onClick={onClose}>{t('shell.list.show', { count })}</Button>
          {onClear && (
            <Button variant="default" onClick={onClear}>
              {t('shell.list.clear_filters')}
            </Button>
          )}
        </div>
      </div>
    </Drawer>
  );
}
