import { CourseCreateScreen } from '../../../features/learning/courses/form/course-form-screens.tsx';

export default CourseCreateScreen;
