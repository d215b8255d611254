import { extensionOf } from '#contract/learning/media';
import { Suspense } from 'react';
import { MainFileSkeleton } from './main-file-skeleton.tsx';
import { NotShown } from './not-shown.tsx';
import type { ViewerProps } from '../material.ts';
import { later } from '../../../../lib/page/later.tsx';

// Each viewer comes with the first material that needs it.
const MediaPlayer = later(() => import('./media/media-player.tsx'));
const PdfViewer = later(() => import('./pdf/pdf-viewer.tsx'));
const SlidesViewer = later(() => import('./slides-viewer.tsx'));

/** What a material shows: its video, recording, document or slides. */
export default function MainFile(props: ViewerProps) {
  const { material, file } = props;
  const extension = extensionOf(file.name);
  const media = material.type === 'video' || material.type === 'audio';
  return (
    <Suspense fallback={<MainFileSkeleton {...props} />}>
      {media ? (
        <MediaPlayer key={file.id} {...props} />
      ) : extension === 'pdf' ? (
        <PdfViewer key={file.id} {...props} />
      ) : extension === 'pptx' ? (
        <SlidesViewer key={file.id} {...props} />
      ) : (
        <NotShown file={file} onEnd={props.onEnd} />
      )}
    </Suspense>
  );
}
