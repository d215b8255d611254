import { IconBuildingPlus, IconMessage2 } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { useMay, useProfile } from '../../../lib/session/session.ts';
import { closePopover, Popover } from '../../../ui/dialog/popover.tsx';
import { InstallEntry } from '../../overlay/install.tsx';
import { Licences } from '../../parts/licences.tsx';
import classes from './company-menu.module.css';
import { LanguageChoice } from '../preferences.tsx';

/** A test is not the place to write to somebody. */
const TEST = /\/form\/\d+\/?$/;

interface Props {
  from: HTMLElement;
  onClose: () => void;
  /** Another screen is gone to. */
  onLeave: () => void;
  onFeedback: () => void;
}

/** What `CompanyMenu` opens. */
export default function CompanyPanel({ from, onClose, onLeave, onFeedback }: Props) {
  const t = useTranslations('shell');
  const { licences } = useProfile();
  const may = useMay();
  const { pathname } = useLocation();
  const entry = `${classes.entry} lit`;
  return (
    <Popover from={from} label={t('company_menu')} onClose={onClose}>
      <div className="stack gap-2">
        {licences && <Licences {...licences} />}
        {may('createCompany') && (
          <Link
            to="/company/create"
            className={entry}
            onClick={() => {
              closePopover();
              onLeave();
            }}
          >
            <IconBuildingPlus size={21} stroke={1.7} aria-hidden />
            {t('entries.company_create')}
          </Link>
        )}
        {!TEST.test(pathname) && (
          <button
            type="button"
            className={entry}
            onClick={() => {
              closePopover();
              onFeedback();
            }}
          >
            <IconMessage2 size={21} stroke={1.7} aria-hidden />
            {t('feedback')}
          </button>
        )}
        <InstallEntry className={entry} label={undefined} />
        <div className={classes.language}>
          <LanguageChoice />
        </div>
      </div>
    </Popover>
  );
}
