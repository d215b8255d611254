import type { getCourse } from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { useMay } from '../../../lib/session/session.ts';
import { Notice } from '../../../ui/state/notice.tsx';
import { laterOver } from '../../../lib/page/later.tsx';

const ChangesDialog = laterOver(() => import('./changes-dialog.tsx'));

interface Props {
  course_id: number;
  news: NonNullable<ResponseOf<typeof getCourse>['library_news']>;
}

/** Tells those who edit a cloned course that its original in the library is newer. */
export default function LibraryChanges({ course_id, news }: Props) {
  const t = useTranslations('library.changes');
  const may = useMay();
  const [deciding, setDeciding] = useState(false);
  return (
    <div className="before-7">
      <Notice
        tone="warning"
        title={t('notice', { count: news.changes })}
        action={
          <Button variant="default" onClick={() => setDeciding(true)}>
            {t('review')}
          </Button>
        }
      >
        {t.rich('from', {
          name: news.name,
          link: (words) =>
            may('viewLibrary') ? (
              <Link to={`/library/${news.id}`} className="accent">
                {words}
              </Link>
            ) : (
              words
            ),
        })}
      </Notice>
      {deciding && <ChangesDialog course_id={course_id} onClose={() => setDeciding(false)} />}
    </div>
  );
}
