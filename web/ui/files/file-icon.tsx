import type { FileGroup } from '#contract/learning/media';
import { IconFileText, IconHeadphones, IconPhoto, IconVideo } from '@tabler/icons-react';

const ICONS: Record<FileGroup, typeof IconFileText> = {
  video: IconVideo,
  audio: IconHeadphones,
  image: IconPhoto,
  text: IconFileText,
};

/** The icon of a file's group (§9). */
export function FileIcon({ group }: { group: FileGroup }) {
  const Icon = ICONS[group];
  return <Icon size={22} aria-hidden />;
}
