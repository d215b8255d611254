/**
 * Keys for writes that must not happen twice: repeating the same input after a lost answer uses the same
 * key, anything else a new one.
 */
export function idempotencyKeys() {
  let last: { key: string; input: string } | null = null;
  return {
    keyFor(input: unknown): string {
      const text = JSON.stringify(input);
      if (last?.input !== text) last = { key: crypto.randomUUID(), input: text };
      return last.key;
    },
    done(): void {
      last = null;
    },
  };
}
