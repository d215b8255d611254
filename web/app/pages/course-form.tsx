import { useParams } from 'react-router';
import { AttemptScreen } from '../../features/attempts/attempt-screen.tsx';

export default function Page() {
  const { id, materialID, formID } = useParams();
  return <AttemptScreen course_id={Number(id)} material_id={Number(materialID)} form_id={Number(formID)} />;
}
