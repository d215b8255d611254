import type { Material } from '../material.ts';

/** Nearer to the beginning there is no place worth going on from, seconds; nor behind this share of a recording. */
const [FIRST, LAST] = [5, 0.95];

/** Whether a student is asked where to go on in a video or recording. */
export function resumes(
  { resume_at, files }: Pick<Material, 'resume_at' | 'files'>,
  student: boolean,
): boolean {
  const duration = files.find(({ kind }) => kind === 'main')?.duration ?? Infinity;
  return student && resume_at > FIRST && resume_at < duration * LAST;
}
