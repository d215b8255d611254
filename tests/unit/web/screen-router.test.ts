import { type RouteObject, redirect, replace, UNSAFE_createMemoryHistory as memory } from 'react-router';
import { expect, test } from 'vitest';
import { ScreenRouter } from '../../../web/app/parts/screen-router.ts';

/** Screens that say how often they were loaded, and wait where they are told to. */
function world(at = '/a') {
  const loads: string[] = [];
  const waits: Record<string, Promise<void>> = {};
  const screen = (path: string): RouteObject => ({
    path,
    loader: async ({ request }) => {
      const { pathname } = new URL(request.url);
      loads.push(pathname);
      await waits[pathname];
      return pathname;
    },
  });
  const history = memory({ initialEntries: [at] });
  const router = new ScreenRouter(
    [
      {
        children: [
          { path: '/', loader: () => Promise.reject(redirect('/a')) },
          { path: '/closed', loader: () => Promise.reject(replace('/b')) },
          { path: '/broken', loader: () => Promise.reject(new Error('no')) },
          {
            loader: () => {
              loads.push('frame');
              return Promise.resolve('frame');
            },
            children: [screen('/a'), screen('/b'), screen('/thing/:id')],
          },
          screen('*'),
        ],
      },
    ],
    history,
  );
  const settle = () => new Promise((done) => setTimeout(done));
  const address = () =>
    `${router.state.location.pathname}${router.state.location.search}${router.state.location.hash}`;
  return { router, history, loads, waits, settle, address };
}

test('a screen is shown when it has been loaded, and its frame is loaded once', async () => {
  const { router, loads, settle, address, history } = world();
  expect(router.state.initialized).toBe(false);
  await settle();
  expect(router.state).toMatchObject({ initialized: true, renderFallback: false });
  const going = router.navigate('/thing/7?x=1#y', { state: 'told' });
  expect(address()).toBe('/a');
  expect(router.state.navigation).toMatchObject({ state: 'loading', location: { pathname: '/thing/7' } });
  await going;
  expect(router.state.navigation.state).toBe('idle');
  expect([address(), router.state.historyAction, history.index]).toEqual(['/thing/7?x=1#y', 'PUSH', 1]);
  expect(router.state.location.state).toBe('told');
  expect(router.state.matches.at(-1)!.params).toEqual({ id: '7' });
  expect(router.state.loaderData[router.state.matches.at(-1)!.route.id]).toBe('/thing/7');
  await router.navigate('/thing/8', { replace: true });
  expect([address(), router.state.historyAction, history.index]).toEqual(['/thing/8', 'REPLACE', 1]);
  expect(loads.toSorted()).toEqual(['/a', '/thing/7', '/thing/8', 'frame']);
});

test('with another query or hash a screen stays as it is, at once', async () => {
  const { router, loads, settle, address } = world();
  await settle();
  void router.navigate({ search: 'page=2', hash: 'tab' }, { preventScrollReset: true });
  expect(address()).toBe('/a?page=2#tab');
  expect(router.state.preventScrollReset).toBe(true);
  void router.navigate('.', { state: { ended: 1 } });
  expect([address(), router.state.location.state]).toEqual(['/a', { ended: 1 }]);
  expect(loads.toSorted()).toEqual(['/a', 'frame']);
});

test('a screen leads on, in place of itself where it says so', async () => {
  const { router, settle, address, history } = world('/');
  await settle();
  expect([address(), history.index]).toEqual(['/a', 1]);
  await router.navigate('/closed');
  expect([address(), history.index]).toEqual(['/b', 1]);
  await router.navigate('/', { replace: true });
  expect([address(), history.index]).toEqual(['/a', 1]);
});

test('of two ways the later is gone, whichever screen comes first', async () => {
  const { router, waits, settle, address } = world();
  await settle();
  let open = () => {};
  waits['/b'] = new Promise((done) => (open = done));
  const slow = router.navigate('/b');
  await router.navigate('/thing/1');
  open();
  await slow;
  expect([address(), router.state.navigation.state]).toEqual(['/thing/1', 'idle']);
});

test('what cannot be loaded is the error of all, and is loaded anew', async () => {
  const { router, settle, address } = world();
  await settle();
  await router.navigate('/broken');
  expect(address()).toBe('/broken');
  expect(Object.values(router.state.errors!)).toEqual([new Error('no')]);
  await router.navigate('/b');
  expect(router.state.errors).toBeNull();
});

test('another site is no screen', async () => {
  const { router, settle, address } = world();
  await settle();
  for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example/a'])
    await expect(router.navigate(to)).rejects.toThrow('another site');
  expect(address()).toBe('/a');
});

test('a screen with something to lose is left only with leave', async () => {
  const { router, settle, address } = world();
  await settle();
  await router.navigate('/b');
  const asked: string[] = [];
  router.getBlocker('1', ({ nextLocation }) => asked.push(nextLocation.pathname) > 0);
  const blocker = () => router.state.blockers.get('1')!;

  await router.navigate('/thing/1');
  expect([address(), blocker().state]).toEqual(['/b', 'blocked']);
  blocker().reset!();
  expect(blocker().state).toBe('unblocked');
  await router.navigate('/thing/1');
  blocker().proceed!();
  expect(blocker().state).toBe('proceeding');
  await settle();
  expect([address(), blocker().state]).toEqual(['/thing/1', 'unblocked']);
  expect(asked).toEqual(['/thing/1', '/thing/1']);
  router.deleteBlocker('1');
  await router.navigate('/a');
  expect(address()).toBe('/a');
});

test('who goes back from a screen with something to lose is brought back to it, and goes when they may', async () => {
  const { router, history, settle, address } = world();
  await settle();
  await router.navigate('/b');
  router.getBlocker('1', () => true);
  await router.navigate(-1);
  expect([address(), history.index, router.state.blockers.get('1')!.state]).toEqual(['/b', 1, 'blocked']);
  router.state.blockers.get('1')!.proceed!();
  await settle();
  expect([address(), history.index, router.state.historyAction]).toEqual(['/a', 0, 'POP']);
  expect(router.state.blockers.get('1')!.state).toBe('unblocked');
});

test('whoever goes back is as far down as they were', async () => {
  const { router, settle } = world();
  await settle();
  let y = 0;
  router.enableScrollRestoration({}, () => y);
  y = 300;
  await router.navigate('/b');
  expect(router.state.restoreScrollPosition).toBeNull();
  y = 20;
  await router.navigate(-1);
  await settle();
  expect(router.state.restoreScrollPosition).toBe(300);
  await router.navigate(1);
  await settle();
  expect(router.state.restoreScrollPosition).toBe(20);
});

test('a page loaded anew is as far down as it was, once', async () => {
  const { router, settle } = world();
  await settle();
  const stop = router.enableScrollRestoration({ default: 70 }, () => 0);
  expect(router.state.restoreScrollPosition).toBe(70);
  await router.navigate('/b');
  stop();
  router.enableScrollRestoration({ [router.state.location.key]: 9 }, () => 0);
  expect(router.state.restoreScrollPosition).toBeNull();
});
