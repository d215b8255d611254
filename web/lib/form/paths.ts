/** A field of a form's values: a key, or a dotted path below it (`questions.0.title`). */
export type Path<V extends object> = (keyof V & string) | `${keyof V & string}.${string}`;

export function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split('.')) current = (current as Record<string, unknown> | null | undefined)?.[key];
  return current;
}

/** A copy with one value changed; untouched branches stay the same objects. */
export function withValueAt<T>(value: T, path: string, next: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const inner =
    rest.length === 0 ? next : withValueAt((value as Record<string, unknown>)[key], rest.join('.'), next);
  if (Array.isArray(value)) return value.with(Number(key), inner) as T;
  return { ...value, [key]: inner };
}
