import { LibraryListScreen } from '../../features/library/library-list-screen.tsx';
import { MaterialCounts } from '../../features/materials/material-outline.tsx';

export default function Page() {
  return <LibraryListScreen counts={(materials) => <MaterialCounts materials={materials} />} />;
}
