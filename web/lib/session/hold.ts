/**
 * Holds something among the tabs of this browser until released; `onLost` when another tab takes it. Where a browser refuses
 * locks as a whole, as in a frame of another system, nobody takes anything.
 */
export function hold(name: string, onLost: () => void): () => void {
  if (!navigator.locks) return () => {};
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let given_up = false;
  navigator.locks
    .request(name, { steal: true }, () => released)
    .catch((error: unknown) => {
      const isTaken = error instanceof DOMException && error.name === 'AbortError';
      if (!given_up && isTaken) onLost();
    });
  return () => {
    given_up = true;
    release();
  };
}
