import { afterEach, expect, test, vi } from 'vitest';
import { loadChunk } from '../../../web/lib/page/chunks.ts';

afterEach(() => void vi.unstubAllGlobals());

test('code that a release has taken away brings the page from the network, not as it was kept', async () => {
  const done: string[] = [];
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async () => new Response());
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} });
  vi.stubGlobal('location', { reload: () => done.push('reload') });
  vi.stubGlobal('caches', {
    keys: async () => ['osnova-1', 'osnova-2'],
    open: async (name: string) => ({ delete: async (key: string) => done.push(`${name} forgets ${key}`) }),
  });
  void loadChunk(() => Promise.reject(new Error('404')));
  await expect.poll(() => done.at(-1)).toBe('reload');
  expect(done).toEqual(['osnova-1 forgets /page', 'osnova-2 forgets /page', 'reload']);
});
