import { getLibraryChanges } from '#contract/library';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { loadChunk } from '../../lib/chunks.ts';
import { useMay } from '../../lib/session.ts';
import { useData } from '../../lib/use-data.ts';
import { Notice } from '../../ui/notice.tsx';
import classes from './library.module.css';

const ChangesDialog = lazy(() => loadChunk(() => import('./changes-dialog.tsx')));

/** Tells those who edit a cloned course that its original in the library is newer. */
export function LibraryChanges({ course_id }: { course_id: number }) {
  const t = useTranslations('library.changes');
  const may = useMay();
  const [deciding, setDeciding] = useState(false);
  const { data } = useData(getLibraryChanges, { params: { id: course_id } });
  if (!data?.origin || data.changes.length === 0) return null;
  const { origin, changes } = data;
  return (
    <div className={classes.notice}>
      <Notice
        tone="warning"
        title={t('notice', { count: changes.length })}
        action={
          <Button variant="default" onClick={() => setDeciding(true)}>
            {t('review')}
          </Button>
        }
      >
        {t.rich('from', {
          name: origin.name,
          link: (words) => (may('viewLibrary') ? <Link to={`/library/${origin.id}`}>{words}</Link> : words),
        })}
      </Notice>
      {deciding && (
        <Suspense fallback={null}>
          <ChangesDialog course_id={course_id} changes={changes} onClose={() => setDeciding(false)} />
        </Suspense>
      )}
    </div>
  );
}
