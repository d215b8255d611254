/** A failure with one sentence for the person at the terminal; its stack says nothing to them. */
export class Failure extends Error {
  override name = 'Failure';
}

/** The system's error code (`EACCES`, `ENOENT`, …) of anything thrown. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
