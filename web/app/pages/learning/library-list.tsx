import { LibraryListScreen } from '../../../features/learning/library/library-list-screen.tsx';
import { MaterialCounts } from '../../../features/learning/materials/view/material-outline.tsx';

export default function Page() {
  return <LibraryListScreen counts={(materials) => <MaterialCounts materials={materials} />} />;
}
