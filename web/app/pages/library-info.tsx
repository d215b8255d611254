import { useParams } from 'react-router';
import { LibraryInfoScreen } from '../../features/library/library-info-screen.tsx';
import { MaterialOutline } from '../../features/materials/material-outline.tsx';

export default function Page() {
  return (
    <LibraryInfoScreen
      id={Number(useParams()['id'])}
      outline={(course) => <MaterialOutline materials={course.outline} />}
    />
  );
}
