import {
  type Blocker,
  type BlockerFunction,
  createPath,
  type DataRouteObject,
  type DataRouter,
  IDLE_BLOCKER,
  IDLE_NAVIGATION,
  type Location,
  type LoaderFunctionArgs,
  matchRoutes,
  NavigationType,
  parsePath,
  resolvePath,
  type RouteObject,
  type RouterNavigateOptions,
  type RouterProviderProps,
  type To,
  type UNSAFE_createMemoryHistory,
} from 'react-router';

type History = ReturnType<typeof UNSAFE_createMemoryHistory>;
type State = DataRouter['state'];
type Subscriber = Parameters<DataRouter['subscribe']>[0];

/** What the library's provider, links and hooks ask of a router, as far as this product uses them. */
type Asked = Pick<
  DataRouter,
  | 'state'
  | 'basename'
  | 'routes'
  | 'manifest'
  | 'window'
  | 'subscribe'
  | 'navigate'
  | 'createHref'
  | 'createURL'
  | 'encodeLocation'
  | 'getBlocker'
  | 'deleteBlocker'
  | 'enableScrollRestoration'
>;

/**
 * The way from one screen to the next, in place of the library's own router, half of which serves what is not used here
 * (actions, fetchers, routes that are found out later). Around it the library draws, links and asks before leaving as ever
 * (decisions, "Files of the client").
 *
 * A route without a path is loaded once for as long as it stands, one with a path for each path. What a loader gives is
 * the route's data; a redirect that it throws leads on, anything else it throws is the error of the first route.
 */
export class ScreenRouter implements Asked {
  readonly basename = '/';
  readonly manifest = {};
  readonly window = undefined;
  readonly routes: DataRouteObject[];
  readonly createHref: DataRouter['createHref'];
  readonly createURL: (to: To) => URL;
  readonly encodeLocation: DataRouter['encodeLocation'];
  state: State;

  readonly #history: Omit<History, 'index'>;
  readonly #subscribers = new Set<Subscriber>();
  readonly #blockers = new Map<string, BlockerFunction>();
  /** Counts the ways that were taken: one that is no more the last leads nowhere. */
  #way = 0;
  /** The history is on its way back from where a blocker let nobody go. */
  #onReturn: (() => void) | undefined;
  #scroll:
    | { positions: Record<string, number>; now: () => number; keyOf: (location: Location) => string }
    | undefined;
  #isScrolledBack = false;

  constructor(routes: RouteObject[], history: Omit<History, 'index'>) {
    this.#history = history;
    this.createHref = history.createHref;
    this.createURL = history.createURL;
    this.encodeLocation = history.encodeLocation;
    this.routes = named(routes);
    const { location } = history;
    this.state = {
      historyAction: history.action,
      location,
      matches: this.#matchesOf(location),
      initialized: false,
      renderFallback: true,
      navigation: IDLE_NAVIGATION,
      restoreScrollPosition: null,
      preventScrollReset: false,
      revalidation: 'idle',
      loaderData: {},
      actionData: null,
      errors: null,
      fetchers: new Map(),
      blockers: new Map(),
    };
    history.listen((step) => this.#onStep(step));
    void this.#go(NavigationType.Pop, location);
  }

  /** For the library's provider, whose type asks for all of its own. */
  get provided(): RouterProviderProps['router'] {
    return this as unknown as RouterProviderProps['router'];
  }

  readonly subscribe = (subscriber: Subscriber): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** Settles when the screen is there, or another way was taken meanwhile. */
  readonly navigate = async (to: To | number | null, options: RouterNavigateOptions = {}): Promise<void> => {
    if (typeof to === 'number') return this.#history.go(to);
    const location = this.#locationOf(to ?? '', options.state);
    const action = options.replace ? NavigationType.Replace : NavigationType.Push;
    const go = () => this.#go(action, location, options.preventScrollReset);
    const blocker = this.#blockerOf(action, location);
    if (blocker === undefined) await go();
    else this.#block(blocker, location, () => void go());
  };

  readonly getBlocker = (key: string, blocks: BlockerFunction): Blocker => {
    this.#blockers.set(key, blocks);
    return this.state.blockers.get(key) ?? IDLE_BLOCKER;
  };

  readonly deleteBlocker = (key: string): void => {
    this.#blockers.delete(key);
    this.state.blockers.delete(key);
  };

  readonly enableScrollRestoration: DataRouter['enableScrollRestoration'] = (positions, now, keyOf) => {
    this.#scroll = { positions, now, keyOf: (location) => keyOf?.(location, []) ?? location.key };
    if (!this.#isScrolledBack && this.state.navigation.state === 'idle') {
      this.#isScrolledBack = true;
      const restoreScrollPosition = this.#positionAt(this.state.location);
      if (restoreScrollPosition !== null) this.#update({ restoreScrollPosition });
    }
    return () => (this.#scroll = undefined);
  };

  #matchesOf(location: Location): State['matches'] {
    const matches = matchRoutes(this.routes, location);
    if (!matches) throw new Error(`no route for ${location.pathname}`);
    return matches;
  }

  #locationOf(to: To, state: unknown = null): Location {
    const { pathname: here } = this.state.location;
    const asked = typeof to === 'string' ? parsePath(to) : to;
    const { pathname = '' } = asked;
    // As a screen is opened: with the slash at its end or without, which are two addresses.
    const isHere = pathname === '' || pathname === '.';
    const { pathname: found, ...rest } = resolvePath(isHere ? { ...asked, pathname: '' } : asked, here);
    const path = { ...rest, pathname: pathname.endsWith('/') && found !== '/' ? `${found}/` : found };
    const own = 'https://own.invalid';
    if (new URL(createPath(asked), own).origin !== own) throw new Error('another site is no screen');
    return { ...this.encodeLocation(path), state, key: newKey(), mask: undefined };
  }

  /** The newest blocker decides, once. */
  #blockerOf(historyAction: NavigationType, nextLocation: Location): string | undefined {
    const [key, blocks] = [...this.#blockers].at(-1) ?? [];
    if (key === undefined || this.state.blockers.get(key)?.state === 'proceeding') return undefined;
    return blocks?.({ currentLocation: this.state.location, nextLocation, historyAction }) ? key : undefined;
  }

  #block(key: string, location: Location, goOn: () => void): void {
    const proceed = () => {
      this.#setBlocker(key, { state: 'proceeding', proceed: undefined, reset: undefined, location });
      goOn();
    };
    const reset = () => this.#setBlocker(key, IDLE_BLOCKER);
    this.#setBlocker(key, { state: 'blocked', proceed, reset, location });
  }

  #setBlocker(key: string, blocker: Blocker): void {
    this.#update({ blockers: new Map(this.state.blockers).set(key, blocker) });
  }

  /** The browser has gone through its history; where it may not, it is sent back and goes again when it may. */
  #onStep({ action, location, delta }: Parameters<Parameters<History['listen']>[0]>[0]): void {
    const onReturn = this.#onReturn;
    this.#onReturn = undefined;
    if (onReturn) return onReturn();
    const blocker = this.#blockerOf(action, location);
    if (blocker === undefined || delta === null) return void this.#go(action, location);
    const returned = new Promise<void>((resolve) => (this.#onReturn = resolve));
    this.#history.go(-delta);
    this.#block(blocker, location, () => void returned.then(() => this.#history.go(delta)));
  }

  async #go(action: NavigationType, location: Location, preventScrollReset = false): Promise<void> {
    this.#way += 1;
    const way = this.#way;
    const { state } = this;
    this.#notePosition();
    const matches = this.#matchesOf(location);
    const isHere = location.pathname === state.location.pathname;
    const isKept = ({ route }: State['matches'][number], place: number): boolean =>
      (isHere || route.path === undefined) &&
      state.matches[place]?.route === route &&
      route.id in state.loaderData;
    const missing = matches.filter((match, place) => match.route.loader && !isKept(match, place));
    const loaderData: State['loaderData'] = {};
    for (const { route } of matches)
      if (route.id in state.loaderData) loaderData[route.id] = state.loaderData[route.id];
    let errors: State['errors'] = null;
    if (missing.length > 0) {
      if (state.initialized)
        this.#update({
          navigation: { ...IDLE_NAVIGATION, state: 'loading', location, matches, historyAction: action },
        });
      const loaded = await Promise.allSettled(missing.map((match) => this.#load(match, location)));
      if (way !== this.#way) return;
      const refused = loaded.filter((one) => one.status === 'rejected').map((one) => one.reason as unknown);
      const redirect = refused.findLast(isRedirect);
      if (redirect) {
        const isReplaced = action === NavigationType.Replace || redirect.headers.has('X-Remix-Replace');
        const next = this.#locationOf(redirect.headers.get('Location')!);
        return this.#go(isReplaced ? NavigationType.Replace : NavigationType.Push, next, preventScrollReset);
      }
      if (refused.length > 0) errors = { [this.routes[0]!.id]: refused[0] };
      for (const [place, { route }] of missing.entries()) {
        const one = loaded[place]!;
        if (one.status === 'fulfilled') loaderData[route.id] = one.value;
        else delete loaderData[route.id];
      }
    }
    const restoreScrollPosition = this.#positionAt(location);
    if (action === NavigationType.Push) this.#history.push(location, location.state);
    if (action === NavigationType.Replace) this.#history.replace(location, location.state);
    const blockers = new Map([...this.state.blockers.keys()].map((key) => [key, IDLE_BLOCKER]));
    this.#update({
      historyAction: action,
      location,
      matches,
      loaderData,
      errors,
      restoreScrollPosition,
      preventScrollReset,
      blockers,
      initialized: true,
      renderFallback: false,
      navigation: IDLE_NAVIGATION,
    });
  }

  async #load({ route, params }: State['matches'][number], location: Location): Promise<unknown> {
    const request = new Request(this.createURL(createPath({ ...location, hash: '' })));
    const loader = route.loader as (args: LoaderFunctionArgs) => unknown;
    return loader({ request, params } as LoaderFunctionArgs);
  }

  #notePosition(): void {
    const { location, initialized } = this.state;
    if (this.#scroll && initialized)
      this.#scroll.positions[this.#scroll.keyOf(location)] = this.#scroll.now();
  }

  #positionAt(location: Location): number | null {
    return this.#scroll?.positions[this.#scroll.keyOf(location)] ?? null;
  }

  #update(changes: Partial<State>): void {
    this.state = { ...this.state, ...changes };
    const about = { deletedFetchers: [], newErrors: changes.errors ?? null, viewTransitionOpts: undefined };
    for (const subscriber of this.#subscribers) subscriber(this.state, { ...about, flushSync: false });
  }
}

/** The library asks for a name of each route. */
const named = (routes: readonly RouteObject[], before = ''): DataRouteObject[] =>
  routes.map((route, place) => {
    const id = `${before}${place}`;
    return {
      ...route,
      id,
      ...(route.children && { children: named(route.children, `${id}-`) }),
    } as DataRouteObject;
  });

const newKey = (): string => Math.random().toString(36).slice(2, 10);

const isRedirect = (reason: unknown): reason is Response =>
  reason instanceof Response && reason.headers.has('Location');
