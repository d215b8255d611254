import { CourseListScreen } from '../../features/learning/courses/course-list-screen.tsx';

export default CourseListScreen;
