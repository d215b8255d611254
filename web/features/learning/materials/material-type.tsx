import type { getMaterial, MATERIAL_TYPES } from '#contract/learning/materials';
import type { ResponseOf } from '#contract/platform';
import {
  IconBook,
  IconCertificate,
  IconClipboardCheck,
  IconFileTypePdf,
  IconHeadphones,
  IconPaperclip,
  IconPresentation,
  IconVideo,
} from '@tabler/icons-react';

export type Material = ResponseOf<typeof getMaterial>;
export type MaterialFile = Material['files'][number];
export type MaterialType = (typeof MATERIAL_TYPES)[number];

export const MATERIAL_ICONS: Record<MaterialType, typeof IconBook> = {
  theory: IconBook,
  video: IconVideo,
  audio: IconHeadphones,
  presentation: IconPresentation,
  pdf: IconFileTypePdf,
  practice: IconClipboardCheck,
  exam: IconCertificate,
  additional: IconPaperclip,
};

export const isForm = (type: MaterialType) => type === 'practice' || type === 'exam';
