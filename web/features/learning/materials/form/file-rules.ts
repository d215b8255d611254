import { CAPTION_EXTENSIONS, INLINE_EXTENSIONS, MAIN_EXTENSIONS } from '#contract/learning/materials';
import { extensionOf, FILE_LIMIT, REFUSED_EXTENSIONS } from '#contract/learning/media';
import { PACKAGE_LIMIT } from '#contract/learning/packages';
import type { FileKind } from './upload-target.ts';
import type { MaterialType } from '../material.ts';

export type FileProblem = 'too_large' | 'wrong_type' | 'refused' | 'empty';

/** The extensions a file of that kind may have; null where any is taken that is not refused. */
export function extensionsOf(kind: FileKind, type: MaterialType): readonly string[] | null {
  if (kind === 'captions') return [...CAPTION_EXTENSIONS, 'srt'];
  if (kind === 'inline') return INLINE_EXTENSIONS;
  if (kind === 'main' && type in MAIN_EXTENSIONS)
    return MAIN_EXTENSIONS[type as keyof typeof MAIN_EXTENSIONS];
  return null;
}

/** What of a file is refused before anything is sent; its content is judged by the server. */
export function problemOf(
  { name, size }: { name: string; size: number },
  kind: FileKind,
  type: MaterialType,
): FileProblem | null {
  const extension = extensionOf(name);
  const allowed = extensionsOf(kind, type);
  if ((REFUSED_EXTENSIONS as readonly string[]).includes(extension)) return 'refused';
  if (allowed && !allowed.includes(extension)) return 'wrong_type';
  if (size === 0) return 'empty';
  return size > limitOf(kind, type) ? 'too_large' : null;
}

/** The most bytes of a file. */
export const limitOf = (kind: FileKind, type: MaterialType): number =>
  kind === 'main' && type === 'package' ? PACKAGE_LIMIT : FILE_LIMIT;

/** Whether files of a type of material have a main one, which the others stand beside. */
export const hasMainFile = (type: MaterialType): boolean => type in MAIN_EXTENSIONS;
