import { PRIVATE_ROUTES } from '../routes.ts';
import { keepCode } from '../../lib/reading/kept-materials.ts';
import { prefetchMessages } from '../../lib/words/locale.tsx';

const SCREENS = ['/profile', '/course', '/course/:id', '/course/:id/education-materials/:materialID'];

/** Loads all that reading without a connection needs, so that it is kept beside the materials. */
export async function loadReadingCode(): Promise<void> {
  const screens = PRIVATE_ROUTES.filter(({ path }) => SCREENS.includes(path));
  await Promise.all([
    ...screens.map(({ page, slices }) => Promise.all([page(), prefetchMessages(slices)])),
    prefetchMessages(['kept', 'learning']),
    import('../../features/learning/kept/kept-list.tsx'),
    import('../../features/learning/kept/not-kept.tsx'),
    import('../../features/learning/materials/viewers/main-file.tsx'),
    import('../../features/learning/materials/viewers/media/media-player.tsx'),
    import('../../features/learning/materials/viewers/slides-viewer.tsx'),
    import('../../features/learning/materials/viewers/pdf/pdf-viewer.tsx'),
    import('../../features/learning/materials/viewers/pdf/pdf-document.ts').then(({ fetchWorker }) =>
      fetchWorker(),
    ),
    import('../../ui/files/attachments.tsx'),
    import('../../ui/rich-text/sanitized-html.tsx'),
  ]);
  await keepCode();
}
