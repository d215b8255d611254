import { getCourse } from '#contract/learning/courses';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { useData } from '../../../lib/api/use-data.ts';
import { isResting } from '../../../lib/reading/kept-answers.ts';
import KeptList from './kept-list.tsx';

interface Props {
  course_id: number;
  material_id: number;
  onRetry: () => void;
}

/** Without a connection: this material was not opened here before, is a test or a package, which are never kept, or a test runs. */
export function NotKept({ course_id, material_id, onRetry }: Props) {
  const t = useTranslations('kept');
  const common = useTranslations('common.states');
  const { data } = useData(getCourse, { params: { id: course_id } });
  const material = data?.education_materials.find(({ id }) => id === material_id);
  // Of a course that is not here either nobody knows what its material is.
  const live = typeof material?.form_id === 'number' ? 'test' : material?.type === 'package' && 'package';
  const known = live || (data ? 'missing' : 'unknown');
  const why = isResting() ? 'resting' : known;
  return (
    <div role="alert">
      <EmptyState
        title={t(`${why}_title`)}
        text={t(`${why}_text`)}
        action={
          <Button variant="default" onClick={onRetry}>
            {common('retry')}
          </Button>
        }
      />
      {why !== 'resting' && <KeptList plain />}
    </div>
  );
}
