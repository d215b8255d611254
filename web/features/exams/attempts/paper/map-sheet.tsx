import { IconLayoutGrid, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { BareDialog } from '../../../../ui/dialog/bare-dialog.tsx';
import classes from './map-sheet.module.css';

interface Props {
  answered: number;
  total: number;
  /** The map; `close` puts the sheet away. */
  children: (close: () => void) => ReactNode;
}

/** On a phone the map of questions comes up from the bar: below the questions nobody would find it. */
export function MapSheet({ answered, total, children }: Props) {
  const t = useTranslations('attempts.map');
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <button
        type="button"
        className={`${classes.open} lit`}
        aria-label={t('open', { answered, total })}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconLayoutGrid size={18} aria-hidden />
        <span aria-hidden>
          {answered}/{total}
        </span>
      </button>
      {opened && (
        <BareDialog className={classes.over} aria-label={t('title')} onClose={close} closeOnClickOutside>
          <div className={classes.sheet}>
            <button type="button" className={`${classes.close} lit`} aria-label={t('close')} onClick={close}>
              <IconX size={22} aria-hidden />
            </button>
            {children(close)}
          </div>
        </BareDialog>
      )}
    </>
  );
}
