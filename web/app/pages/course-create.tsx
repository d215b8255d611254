import { CourseCreateScreen } from '../../features/courses/course-form-screens.tsx';

export default CourseCreateScreen;
