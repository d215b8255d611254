/** Writes one structured line about something that failed; it holds no personal data. */
export function logError(where: Record<string, string | number>, error: unknown): void {
  console.error(JSON.stringify({ level: 'error', ...where, error: describe(error) }));
}

function describe(error: unknown) {
  if (!(error instanceof Error)) return String(error);
  return { message: error.message, code: (error as { code?: string }).code, stack: error.stack };
}
