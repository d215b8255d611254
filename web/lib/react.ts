import {
  type ComponentChildren,
  type ComponentType,
  createContext,
  createElement,
  options,
  type VNode,
} from 'preact';
import * as compat from 'preact/compat';
import { useContext, useEffect, useState } from 'preact/hooks';

/**
 * What `react` is in the client (web/vite.config.ts): Preact, which takes 60 KB less of every first visit. Here stands what
 * its layer for React's programs leaves out, or does otherwise than screens and libraries rely on.
 */
// @ts-expect-error -- typed as one object; whoever imports `react` has the types of React itself
export * from 'preact/compat';

// As React does after what somebody pressed: effects are over before the next event. Left until after the next paint, what
// a page that is gone has subscribed to still answers (a form that asks before it is left), and what a new one subscribes to
// is heard too late (texts that have just come).
options.requestAnimationFrame = queueMicrotask;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** The element that a node is drawn as goes by this name in what Preact delivers; extensions of Preact use it too. */
type Drawn = VNode<{ value?: unknown; checked?: unknown }> & { __e?: Control };

const CONTROLS = new Set<unknown>(['input', 'textarea', 'select']);
/** What each control shows by the last drawing. */
const drawn = new WeakMap<Control, Drawn['props']>();
const {
  diffed,
  event: heard,
  vnode: made,
} = options as {
  diffed?: (this: void, vnode: VNode) => void;
  event?: (this: void, event: Event) => unknown;
  vnode?: (this: void, vnode: VNode) => void;
};

// By the name that the element has for it: by the other, false would take the attribute away, and the browser check.
options.vnode = (vnode) => {
  const props = vnode.props as { spellCheck?: boolean; spellcheck?: boolean };
  if (typeof vnode.type === 'string' && props.spellCheck !== undefined) {
    props.spellcheck = props.spellCheck;
    delete props.spellCheck;
  }
  made?.(vnode);
};

options.diffed = (vnode) => {
  diffed?.(vnode);
  const { type, props, __e: control } = vnode as Drawn;
  if (control && CONTROLS.has(type)) drawn.set(control, props);
};

// What was typed or chosen and then refused does not stay, as in React; a drawing that changes nothing touches no control.
options.event = (event) => {
  const control = event.currentTarget as Control | null;
  if ((event.type === 'input' || event.type === 'change') && control && CONTROLS.has(control.localName))
    // The first comes before the drawing that the event leads to.
    queueMicrotask(() => queueMicrotask(() => restore(control)));
  return heard ? heard(event) : event;
};

function restore(control: Control): void {
  show(control);
  // One that is taken back was taken from another.
  if (control.type === 'radio')
    for (const other of document.getElementsByName(control.name)) show(other as Control);
}

function show(control: Control): void {
  const { value, checked } = drawn.get(control) ?? {};
  if (control.type === 'checkbox' || control.type === 'radio') {
    const box = control as HTMLInputElement;
    if (typeof checked === 'boolean' && box.checked !== checked) box.checked = checked;
  } else if ((typeof value === 'string' || typeof value === 'number') && control.value !== `${value}`) {
    control.value = `${value}`;
  }
}

interface ActivityProps {
  mode?: 'visible' | 'hidden';
  children?: ComponentChildren;
}

/** Hidden parts are not kept, as nothing here asks for it. */
export const Activity = ({ mode, children }: ActivityProps) => (mode === 'hidden' ? null : children);

/** Nothing is shown before it is so: the router asks for this only where changes wait for each other. */
export const useOptimistic = <State>(state: State): [State, (next: State) => void] => [
  state,
  () => undefined,
];

/** Draws with the value of before (at first `initial`), and with the new one once that has been painted. */
export function useDeferredValue<Value>(value: Value, initial: Value = value): Value {
  const [shown, setShown] = useState(initial);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setShown(value));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  return shown;
}

interface SuspenseProps {
  fallback?: ComponentChildren;
  children?: ComponentChildren;
}

/** Undefined: outside of every `Suspense`. */
const Fallback = createContext<ComponentChildren>(undefined);

/** What stands meanwhile, also in the place of whatever `lazy` loads in it. */
export const Suspense = ({ fallback = null, children }: SuspenseProps) =>
  createElement(
    Fallback.Provider,
    { value: fallback },
    createElement(compat.Suspense, { fallback }, children),
  );

/**
 * A component whose code comes when it is first drawn; the fallback of the `Suspense` around stands in its own place until
 * then. Preact's takes all of the boundary out of the page for that time, and what lies over it (dialogs) does not come back.
 */
export function lazy<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loading: Promise<void> | undefined;
  let found: ComponentType<Props> | undefined;
  let failure: { error: unknown } | undefined;
  const start = () =>
    (loading ??= load().then(
      (module) => void (found = module.default),
      (error: unknown) => void (failure = { error }),
    ));
  return function Lazy(props: Props) {
    const fallback = useContext(Fallback);
    const [, drawAnew] = useState(0);
    const isSettled = found !== undefined || failure !== undefined;
    const settling = isSettled ? undefined : start();
    useEffect(() => {
      let gone = false;
      void settling?.then(() => gone || drawAnew(1));
      return () => {
        gone = true;
      };
    }, [settling]);
    if (failure) throw failure.error;
    // oxlint-disable-next-line typescript/only-throw-error -- what `Suspense` of Preact waits for
    if (settling && fallback === undefined) throw settling;
    return found ? createElement(found, props) : fallback;
  };
}

export default { ...compat, Activity, Suspense, lazy, useOptimistic, useDeferredValue };
