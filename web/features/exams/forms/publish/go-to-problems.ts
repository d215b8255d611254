/** The element of the list of what keeps a draft from being published. */
export const PROBLEMS_ID = 'publishing-problems';

/** Goes to that list, which stands above the questions. */
export function goToProblems(): void {
  const list = document.getElementById(PROBLEMS_ID);
  list?.scrollIntoView({ block: 'center' });
  list?.focus({ preventScroll: true });
}
