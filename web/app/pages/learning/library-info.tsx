import { cloneCourse } from '#contract/learning/library';
import { useParams } from 'react-router';
import { CopyDialog } from '../../parts/copy-dialog.ts';
import { LibraryInfoScreen } from '../../../features/learning/library/library-info-screen.tsx';
import { MaterialOutline } from '../../../features/learning/materials/view/material-outline.tsx';

export default function Page() {
  return (
    <LibraryInfoScreen
      id={Number(useParams()['id'])}
      outline={(course) => <MaterialOutline materials={course.outline} />}
      copy={(course, onClose) => <CopyDialog endpoint={cloneCourse} course={course} onClose={onClose} />}
    />
  );
}
