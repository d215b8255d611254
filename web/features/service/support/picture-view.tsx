import { PICTURE } from './topics.ts';
import classes from './topic-card.module.css';
import { Dialog } from '../../../ui/dialog/dialog.tsx';

interface Props {
  title: string;
  alt: string;
  src: string;
  onClose: () => void;
}

/** A picture of an instruction as large as the window has room for. */
export default function PictureView({ title, alt, src, onClose }: Props) {
  return (
    <Dialog size={PICTURE.width + 48} onClose={onClose} title={title}>
      <div className={classes.large}>
        <img src={src} alt={alt} {...PICTURE} />
      </div>
    </Dialog>
  );
}
