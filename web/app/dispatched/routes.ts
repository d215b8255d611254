import type { Messages } from '../../i18n/messages.ts';
import type { AppRoute } from '../parts/app-route.ts';
import { PRIVATE_ROUTES } from '../routes.ts';

type Route = AppRoute<keyof Messages['shell']['titles']>;

/** A course as another system shows it: its page without the product's own around it. */
const COURSE: Route = {
  path: '/course/:id',
  access: 'signed_in',
  title: 'course',
  slices: ['courses', 'materials', 'step'],
  page: () => import('../pages/learning/dispatched-course.tsx'),
};

/** What of a course is as it is anywhere. */
const SAME: readonly string[] = [
  '/course/:id/education-materials/:materialID',
  '/course/:id/education-materials/:materialID/form/:formID',
  '/course/:id/statistic/:statisticID',
];

/** Open to whoever another system shows a course to. */
export const DISPATCHED_ROUTES: readonly Route[] = [
  COURSE,
  ...PRIVATE_ROUTES.filter(({ path }) => SAME.includes(path)),
];
