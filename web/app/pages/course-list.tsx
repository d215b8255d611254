import { CourseListScreen } from '../../features/courses/course-list-screen.tsx';

export default CourseListScreen;
