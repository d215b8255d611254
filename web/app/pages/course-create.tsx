import { CourseCreateScreen } from '../../features/learning/courses/course-form-screens.tsx';

export default CourseCreateScreen;
