import { CourseListScreen } from '../../../features/learning/courses/list/course-list-screen.tsx';
import { laterOver } from '../../../lib/page/later.tsx';

const KeptList = laterOver(() => import('../../../features/learning/kept/kept-list.tsx'), {
  words: ['kept'],
});

export default function Page() {
  return <CourseListScreen kept={<KeptList plain />} />;
}
