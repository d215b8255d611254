/** One request as the log knows it: nobody's name, no address of anything secret, no body. */
export interface RequestLine {
  request_id: string;
  method: string;
  /** As declared, `/api/v1/course/course/:id`: a path may hold a token, or the number of a certificate. */
  endpoint: string;
  status: number;
  /** The code of the catalogue that it was refused with; of a broken reference with its constraint. */
  refusal?: string | undefined;
  ms: number;
  company_id?: number | undefined;
  user_type?: string | undefined;
}

/** Whether the product failed; what it does not serve it was asked for in vain (501). */
export const isFault = (status: number): boolean => status >= 500 && status !== 501;

/** Writes one structured line about a request that was answered. */
export function logRequest(line: RequestLine): void {
  const level = isFault(line.status) ? 'error' : 'info';
  console.log(JSON.stringify({ level, ...line }));
}

/** Writes one structured line about something that failed; it holds no personal data. */
export function logError(where: Record<string, string | number>, error: unknown): void {
  console.error(JSON.stringify({ level: 'error', ...where, error: describe(error) }));
}

function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: typeof error };
  const { code } = error as { code?: string };
  return { message: withoutValues(error.message, code), code, stack: withoutValues(error.stack ?? '', code) };
}

/** What Postgres says of wrong data (class 22) quotes the data. */
function withoutValues(text: string, code: string | undefined): string {
  return code?.startsWith('22') ? text.replace(/"[^"\n]*"/g, '"…"') : text;
}
