import type { FileAnswer } from '#contract/platform';

/** Saves what an endpoint with `file` answered into the person's downloads. */
export function saveFile({ name, bytes, type = '' }: FileAnswer): void {
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read it only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
