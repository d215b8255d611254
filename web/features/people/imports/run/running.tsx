import { useTranslations } from 'use-intl';
import { Panel } from '../../../../ui/page/panel.tsx';
import classes from './running.module.css';
import { StepTitle } from '../step-title.tsx';

/** While the import runs. The server answers once, at the end, so there is no share to show. */
export function Running({ count }: { count: number }) {
  const t = useTranslations('imports.running');
  return (
    <Panel>
      <StepTitle>{t('title', { count })}</StepTitle>
      <p className="dim flush before-7">{t('text')}</p>
      <div className={classes.track} role="progressbar" aria-label={t('progress')}>
        <div className={classes.thread} />
      </div>
    </Panel>
  );
}
