import type { listPrograms } from '#contract/learning/programs';
import type { ResponseOf } from '#contract/platform';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
import { CardName, LinkCard } from '../../../../ui/page/link-card.tsx';
import classes from './program-card.module.css';
import { ProgramCover } from '../program-cover.tsx';
import { ProgramTags } from '../program-tags.tsx';

export type ProgramRow = ResponseOf<typeof listPrograms>['results'][number];

export function ProgramCard({ program, menu }: { program: ProgramRow; menu: ReactNode }) {
  const t = useTranslations('programs');
  return (
    <LinkCard className={`${classes.card} banded`}>
      <ProgramCover program={program} />
      <div className={classes.body}>
        <div className={classes.head}>
          <CardName to={`/program/${program.id}`}>{program.name}</CardName>
          {menu}
        </div>
        {program.internal_name && <p className={`${classes.internal} note`}>{program.internal_name}</p>}
        {program.description && <p className={`${classes.description} note`}>{program.description}</p>}
        <div className={classes.foot}>
          <ProgramTags tags={program.tags} most={3} />
          <p className={`${classes.facts} note`}>
            <span>{t('courses_count', { count: program.courses })}</span>
            {program.students !== null && <span>{t('students_count', { count: program.students })}</span>}
          </p>
          {program.progress !== null && (
            <ProgressLine value={program.progress} label={`${t('progress')}: ${program.name}`} />
          )}
        </div>
      </div>
    </LinkCard>
  );
}
