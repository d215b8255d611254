import { useParams } from 'react-router';
import { LibraryInfoScreen } from '../../../features/learning/library/library-info-screen.tsx';
import { MaterialOutline } from '../../../features/learning/materials/view/material-outline.tsx';

export default function Page() {
  return (
    <LibraryInfoScreen
      id={Number(useParams()['id'])}
      outline={(course) => <MaterialOutline materials={course.outline} />}
    />
  );
}
