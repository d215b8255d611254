/** What brings the rest of what it shows before the page goes on paper. */
const preparing = new Set<() => Promise<void>>();

/** Prints the page once everything on it is there: a list all of its rows, not only those of a page. */
export async function printPage(): Promise<void> {
  await Promise.all([...preparing].map((prepare) => prepare()));
  window.print();
}

/** Has `prepare` waited for before the page is printed, by a button or by the keys, until the returned function is called. */
export function beforePrinting(prepare: () => Promise<void>): () => void {
  if (preparing.size === 0) window.addEventListener('keydown', printByKeys);
  preparing.add(prepare);
  return () => {
    preparing.delete(prepare);
    if (preparing.size === 0) window.removeEventListener('keydown', printByKeys);
  };
}

function printByKeys(event: KeyboardEvent): void {
  if (event.code !== 'KeyP' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  event.preventDefault();
  void printPage();
}
