/** The browser sets these itself and refuses to have them set. */
const OWN_HEADERS = new Set(['content-length', 'host']);

/** Storage answered, but not with success. */
export class StorageError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`Storage answered ${status}`);
    this.status = status;
  }
}

interface Put {
  url: string;
  headers?: Record<string, string>;
  bytes: Blob;
  signal: AbortSignal;
  /** Bytes that have left so far. */
  onProgress: (sent: number) => void;
}

/**
 * Sends bytes to a signed address of storage and answers their ETag. An XMLHttpRequest, since `fetch` tells nothing
 * about what has left. Throws `StorageError`, with status 0 when no answer came, and the signal's reason when aborted.
 */
export function putBytes({ url, headers = {}, bytes, signal, onProgress }: Put): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  request.open('PUT', url);
  for (const [name, value] of Object.entries(headers)) {
    if (!OWN_HEADERS.has(name.toLowerCase())) request.setRequestHeader(name, value);
  }
  request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
  request.addEventListener('load', () => {
    // The bytes are there already when only the answer to an earlier try was lost.
    if ((request.status >= 200 && request.status < 300) || request.status === 412)
      resolve(request.getResponseHeader('ETag') ?? '');
    else reject(new StorageError(request.status));
  });
  request.addEventListener('error', () => reject(new StorageError(0)));
  request.addEventListener('abort', () => reject(signal.reason as Error));
  request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
  if (signal.aborted) reject(signal.reason as Error);
  else {
    signal.addEventListener('abort', abort);
    request.send(bytes);
  }
  return promise;
}
