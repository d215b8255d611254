export const WHEN_ID = 'when-settings';

/** Leads to a field of when a test can be started; where that is folded away, to its heading, unfolded. */
export function goToWhen(name: string): void {
  const section = document.querySelector<HTMLDetailsElement>(`#${WHEN_ID}`);
  if (!section) return;
  section.open = true;
  const field = section.querySelector<HTMLElement>(`[name="${name}"]`);
  (field ?? section.querySelector('summary'))?.focus();
}
