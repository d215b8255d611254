import { useParams } from 'react-router';
import { MaterialCreateScreen } from '../../../features/learning/materials/form/material-form-screens.tsx';

export default function Page() {
  return <MaterialCreateScreen course_id={Number(useParams()['id'])} />;
}
