import { extensionOf } from '#contract/learning/media';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import classes from './main-file-skeleton.module.css';
import player from './media/media-player.module.css';
import viewer from './pdf/pdf-viewer.module.css';
import slides from './slides-viewer.module.css';
import type { ViewerProps } from '../material.ts';
import { resumes } from './resuming.ts';

/** In the place of a viewer until it is there, and as tall. */
export function MainFileSkeleton({ material, file, student }: Omit<ViewerProps, 'onEnd'>) {
  const { type } = material;
  const extension = extensionOf(file.name);
  if (type === 'video' || type === 'audio') {
    return (
      <div className={player.player} data-busy>
        {resumes(material, student) && <Skeleton className={classes.resume} />}
        <div className={type === 'video' ? player.video : classes.audio} />
        <div className={classes.bar} />
        {student && <div className={classes.watched} />}
      </div>
    );
  }
  if (extension !== 'pdf' && extension !== 'pptx') return <Skeleton height={120} radius="lg" />;
  return (
    <div className={viewer.viewer} data-busy>
      <div className={extension === 'pdf' ? classes.pdfTools : classes.tools} />
      {extension === 'pdf' ? (
        <div className={viewer.box} />
      ) : (
        <div className={slides.stage}>
          <div className={slides.slide} style={{ aspectRatio: '16 / 9' }} />
        </div>
      )}
    </div>
  );
}
