import { IMPORT_FILE, importFile } from '#contract/people/imports';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, call } from '../../../../lib/api/api.ts';
import { errorOf, type ShownError } from '../../../../lib/api/errors.ts';
import { useProfile } from '../../../../lib/session/session.ts';
import type { Preview } from '../import-rows.ts';

/** Why a file was not read; without an answer from the server the same file can be sent again. */
export type FileProblem = ShownError | 'offline';

/** Reads a file of people: refused here when its name or size tells, else judged by the server. */
export function useFile(onRead: (name: string, preview: Preview) => void) {
  const id = useProfile().current_login_info.space_pk;
  const [reading, setReading] = useState<string | null>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const last = useRef<File | null>(null);
  const request = useRef<AbortController | null>(null);
  useEffect(() => () => request.current?.abort(), []);

  async function send(file: File): Promise<void> {
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    setProblem(null);
    setReading(file.name);
    try {
      const preview = await call(importFile, {
        params: { id },
        query: { dry_run: 'true' },
        upload: file,
        signal,
      });
      if (!signal.aborted) onRead(file.name, preview);
    } catch (error) {
      if (!signal.aborted) setProblem(isOffline(error) ? 'offline' : errorOf(error));
    } finally {
      if (!signal.aborted) setReading(null);
    }
  }

  async function choose(file: File): Promise<void> {
    const code = refusalOf(file);
    if (code) {
      request.current?.abort();
      setReading(null);
      return setProblem({ code, params: {} });
    }
    // As it is now: a file that is saved again meanwhile could not be sent a second time.
    const bytes = await file.arrayBuffer().catch(() => null);
    if (!bytes) return setProblem({ code: 'no_file', params: {} });
    last.current = new File([bytes], file.name, { type: file.type });
    await send(last.current);
  }

  return {
    reading,
    problem,
    choose: (file: File) => void choose(file),
    again: () => last.current && void send(last.current),
  };
}

function refusalOf({ name, size }: File): 'wrong_file_format' | 'import_file_too_large' | null {
  if (!/\.xlsx$/i.test(name)) return 'wrong_file_format';
  return size > IMPORT_FILE.limit ? 'import_file_too_large' : null;
}

export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** A file dropped anywhere on the page; whether one is held over it. */
export function useDroppedFile(onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false);
  const drop = useEffectEvent(onFile);
  useEffect(() => {
    const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files');
    const stop = new AbortController();
    const listen = (name: 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void) =>
      window.addEventListener(name, handle, { signal: stop.signal });
    listen('dragover', (event) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      setOver(true);
    });
    listen('dragleave', (event) => event.relatedTarget === null && setOver(false));
    listen('drop', (event) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) drop(file);
    });
    return () => stop.abort();
  }, []);
  return over;
}
