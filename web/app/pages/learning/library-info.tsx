import { useParams } from 'react-router';
import { laterOver } from '../../../lib/page/later.tsx';
import { LibraryInfoScreen } from '../../../features/learning/library/library-info-screen.tsx';
import { MaterialOutline } from '../../../features/learning/materials/view/material-outline.tsx';

const CopyCourse = laterOver(() => import('../../../features/learning/copies/copy-library-course.tsx'), {
  words: ['copies'],
});

export default function Page() {
  return (
    <LibraryInfoScreen
      id={Number(useParams()['id'])}
      outline={(course) => <MaterialOutline materials={course.outline} />}
      copy={(course, onClose) => <CopyCourse course={course} onClose={onClose} />}
    />
  );
}
