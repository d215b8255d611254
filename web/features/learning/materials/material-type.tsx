import {
  IconBook,
  IconCertificate,
  IconClipboardCheck,
  IconFileTypePdf,
  IconHeadphones,
  IconPackage,
  IconPaperclip,
  IconPresentation,
  IconVideo,
} from '@tabler/icons-react';
import type { MaterialType } from './material.ts';

export const MATERIAL_ICONS: Record<MaterialType, typeof IconBook> = {
  theory: IconBook,
  video: IconVideo,
  audio: IconHeadphones,
  presentation: IconPresentation,
  pdf: IconFileTypePdf,
  practice: IconClipboardCheck,
  exam: IconCertificate,
  additional: IconPaperclip,
  package: IconPackage,
};

export const isForm = (type: MaterialType) => type === 'practice' || type === 'exam';
