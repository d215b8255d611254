import type { getLibraryCourse } from '#contract/learning/library';
import type { ResponseOf } from '#contract/platform';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';

/** The company's copies of a course, in a line. */
export function CopyLinks({ cloned }: { cloned: ResponseOf<typeof getLibraryCourse>['cloned'] }) {
  const t = useTranslations('library');
  return cloned.map(({ id, name, published }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <Link to={`/course/${id}`} className="accent">
        {name}
      </Link>
      {!published && ` (${t('draft')})`}
    </span>
  ));
}
