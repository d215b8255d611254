import { copyCourse } from '#contract/learning/copies';
import { CopyDialog, type CopyProps } from './copy-dialog.tsx';

/** Copies a course of the company. */
export default function CopyOwnCourse(props: CopyProps) {
  return <CopyDialog endpoint={copyCourse} {...props} />;
}
