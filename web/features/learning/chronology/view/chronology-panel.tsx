import { getChronology } from '#contract/learning/chronology';
import { IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { useMay } from '../../../../lib/session/session.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import classes from './chronology-panel.module.css';
import type { Chronology } from '../chronology.ts';
import { type Course, StudentProgress } from './student-progress.tsx';
import { Timeline } from './timeline.tsx';

/** The chronology on the program's page: a student's own way through it, for staff what is set. */
export default function ChronologyPanel({ program_id, courses }: { program_id: number; courses: Course[] }) {
  const query = useData(getChronology, { params: { id: program_id } });
  return <Loaded query={query}>{(chronology) => <Panel chronology={chronology} courses={courses} />}</Loaded>;
}

function Panel({ chronology, courses }: { chronology: Chronology; courses: Course[] }) {
  const t = useTranslations('chronology');
  const may = useMay();
  const { stages, program, may_edit } = chronology;
  const edit = may_edit && (
    <Button
      component={Link}
      to={`/program/${program.id}/chronology`}
      variant="default"
      leftSection={<IconPencil size={18} aria-hidden />}
    >
      {t(stages.length > 0 ? 'edit' : 'create')}
    </Button>
  );
  if (stages.length === 0)
    return <EmptyState title={t('empty')} text={t(may_edit ? 'empty_editor' : 'empty_text')} action={edit} />;
  return (
    <>
      {edit && <div className={classes.tools}>{edit}</div>}
      {may('startTest') && <StudentProgress chronology={chronology} courses={courses} />}
      <Timeline chronology={chronology} />
    </>
  );
}
