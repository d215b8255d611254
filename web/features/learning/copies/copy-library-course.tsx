import { cloneCourse } from '#contract/learning/library';
import { CopyDialog, type CopyProps } from './copy-dialog.tsx';

/** Copies a course of the library into the company. */
export default function CopyLibraryCourse(props: CopyProps) {
  return <CopyDialog endpoint={cloneCourse} {...props} />;
}
