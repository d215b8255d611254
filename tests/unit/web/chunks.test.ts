import { afterEach, expect, test, vi } from 'vitest';
import { loadChunk, reloadsAt } from '../../../web/lib/page/chunks.ts';

afterEach(() => void vi.unstubAllGlobals());

test('code that a release has taken away brings the page from the network, where its reader was going', async () => {
  const done: string[] = [];
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async () => new Response());
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} });
  vi.stubGlobal('history', { pushState: (_: null, __: string, address: string) => done.push(address) });
  // No other way to another page than to load this one again: the service worker gives out others as they were kept.
  vi.stubGlobal('location', { reload: () => done.push('reload') });
  reloadsAt(() => '/course');
  void loadChunk(() => Promise.reject(new Error('404')));
  await expect.poll(() => done.at(-1)).toBe('reload');
  expect(done).toEqual(['/course', 'reload']);
});
