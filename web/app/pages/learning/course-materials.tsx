import { useParams } from 'react-router';
import { ManageMaterialsScreen } from '../../../features/learning/materials/manage/manage-screen.tsx';

export default function Page() {
  return <ManageMaterialsScreen course_id={Number(useParams()['id'])} />;
}
