import { Modal } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { PICTURE } from './topics.ts';
import classes from './topic-card.module.css';

interface Props {
  title: string;
  alt: string;
  src: string;
  onClose: () => void;
}

/** A picture of an instruction as large as the window has room for. */
export default function PictureView({ title, alt, src, onClose }: Props) {
  const common = useTranslations('common');
  return (
    <Modal
      opened
      size={PICTURE.width + 48}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <div className={classes.large}>
        <img src={src} alt={alt} {...PICTURE} />
      </div>
    </Modal>
  );
}
