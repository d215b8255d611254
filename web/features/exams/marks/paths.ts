export const MARKING = '/marking';

/** One answer after another: of all that wait, of a test, or of a question. */
export function answersPath(given: { form?: number; question?: number } = {}): string {
  const query = new URLSearchParams(Object.entries(given).map(([name, id]) => [name, String(id)]));
  return query.size > 0 ? `${MARKING}/answers?${query}` : `${MARKING}/answers`;
}
