import { useParams } from 'react-router';
import { CourseEditScreen } from '../../../features/learning/courses/form/course-form-screens.tsx';

export default function Page() {
  return <CourseEditScreen id={Number(useParams()['id'])} />;
}
