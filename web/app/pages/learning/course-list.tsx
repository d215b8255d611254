import { CourseListScreen } from '../../../features/learning/courses/list/course-list-screen.tsx';

export default CourseListScreen;
