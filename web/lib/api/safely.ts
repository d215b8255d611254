/** Uses storage, which may be full or forbidden: whoever keeps something there goes on without it. */
export function safely<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
