import type { getCourse } from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';
import type { getMaterial, MATERIAL_TYPES } from '#contract/learning/materials';

export type ManagedMaterial = ResponseOf<typeof getCourse>['education_materials'][number];

export interface Asked {
  action: 'archive' | 'delete';
  material: ManagedMaterial;
}

export type Material = ResponseOf<typeof getMaterial>;

export type MaterialFile = Material['files'][number];

export type MaterialType = (typeof MATERIAL_TYPES)[number];

export interface ViewerProps {
  material: Material;
  file: MaterialFile;
  /** Notes how far a student is; others only look. */
  student: boolean;
  /** The last page was reached, or there is nothing to leaf through. */
  onEnd?: () => void;
}
