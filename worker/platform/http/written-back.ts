import * as z from 'zod/mini';
import type { Endpoint } from '../contract.ts';

/** What of zod's definitions is asked for: the shape of an object, the element of a list, what lies in a wrapper. */
interface Definition {
  type: string;
  shape?: Record<string, Shape>;
  element?: Shape;
  innerType?: Shape;
  in?: Shape;
}
type Shape = z.ZodMiniType;
type Fields = Record<string, unknown>;

const WRAPPERS = new Set(['optional', 'nullable', 'default', 'prefault', 'readonly', 'nonoptional']);

/** A shape without what it is wrapped in, and whether null is one of its values. */
function bare(shape: Shape | undefined): { shape?: Shape; def?: Definition; takesNull: boolean } {
  let [takesNull, inner] = [false, shape];
  for (;;) {
    const def = inner?.def as unknown as Definition | undefined;
    if (!inner || !def) return { takesNull };
    takesNull ||= def.type === 'nullable' || def.type === 'null';
    const next = WRAPPERS.has(def.type) ? def.innerType : def.type === 'pipe' ? def.in : undefined;
    if (!next) return { shape: inner, def, takesNull };
    inner = next;
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The answers by which somebody knows the thing that a call changes: its own, and the row that its list has of it. */
export function readingsOf(endpoint: Endpoint, endpoints: readonly Endpoint[]): Shape[] {
  const { path, readAs } = endpoint;
  if (readAs) return [readAs];
  const list = path.replace(/\/:\w+$/, '');
  const readAt = (at: string) => endpoints.find((each) => each.method === 'GET' && each.path === at);
  const own = readAt(path)?.response;
  return [...(own ? [own] : []), ...(list === path ? [] : rowsOf(readAt(list)?.response))];
}

/** The shapes of what an answer lists. */
function rowsOf(response: Shape | undefined): Shape[] {
  const { def } = bare(response);
  const lists = def?.type === 'array' ? [response!] : Object.values(def?.shape ?? {});
  return lists.flatMap((list) => bare(list).def?.element ?? []);
}

/**
 * A body as it was read before, with what no call takes left out, so that whoever sends back what they were told changes
 * nothing by that: fields that answers alone have, null where an answer has it for nothing to be told, and things in
 * place of their ids. What neither has, and what no answer says, stays and is refused.
 * @param names the specification's names of fields of the body
 */
export function withoutAnswered(
  given: unknown,
  body: Shape | undefined,
  readings: readonly Shape[],
  names: Readonly<Record<string, string>> = {},
): unknown {
  return passedOver(given, body, readings, { names, isOneOfList: false });
}

/**
 * What makes something, without null for what may be left out: it is not given. Where null is a value it stays, and so
 * does null for what has to be told, which is refused.
 */
export function withoutNulls(given: unknown, body: Shape | undefined): unknown {
  const { def } = bare(body);
  // No deeper than the shape: what is sent may be as deep as a body has room for.
  if (Array.isArray(given) && def?.element) return given.map((each) => withoutNulls(each, def.element));
  if (!isFields(given) || !def?.shape) return given;
  const { shape } = def;
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const own = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (value !== null || !own) return [[name, withoutNulls(value, own)]];
      return own._zod.optin === 'optional' && !z.safeParse(own, null).success ? [] : [[name, value]];
    }),
  );
}

interface Place {
  names: Readonly<Record<string, string>>;
  /** Of a list that is replaced as a whole, so that null says no more than nothing. */
  isOneOfList: boolean;
}

function passedOver(
  given: unknown,
  body: Shape | undefined,
  readings: readonly Shape[],
  place: Place,
): unknown {
  const { def: taken } = bare(body);
  const read = readings.map((each) => bare(each));
  if (Array.isArray(given) && taken?.type === 'array') {
    const elements = read.flatMap(({ def }) => def?.element ?? []);
    return given.map((each) => passedOver(each, taken.element, elements, { names: {}, isOneOfList: true }));
  }
  const shapes = read.flatMap(({ def }) => (def?.shape ? [def.shape] : []));
  if (!isFields(given) || !taken || shapes.length === 0) return given;
  if (!taken.shape) return taken.type === 'number' && 'id' in given ? given['id'] : given;
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const own = taken.shape![place.names[name] ?? name];
      const known = shapes.flatMap((shape) => (Object.hasOwn(shape, name) ? [shape[name]!] : []));
      if (known.length === 0) return [[name, value]];
      if (!own) return known.some((shape) => z.safeParse(shape, value).success) ? [] : [[name, value]];
      if (isUnsaid(value, own, known, place) || isPart(value, given[`${name}_count`])) return [];
      return [[name, passedOver(value, own, known, { names: {}, isOneOfList: false })]];
    }),
  );
}

/** Null where an answer has it and the body does not; or a number of what the body lists. */
function isUnsaid(value: unknown, own: Shape, known: readonly Shape[], { isOneOfList }: Place): boolean {
  const { def, takesNull } = bare(own);
  if (value === null) return !takesNull && (isOneOfList || known.some((shape) => bare(shape).takesNull));
  return typeof value === 'number' && def?.type === 'array';
}

/** The first of many: the others are not taken away. */
const isPart = (value: unknown, count: unknown): boolean =>
  Array.isArray(value) && typeof count === 'number' && count > value.length;
