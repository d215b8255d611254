/** Characters of a value that are shown, and of what stands unchanged before the difference. */
const SHOWN = 240;
const CONTEXT = 30;

export interface FieldChange {
  field: string;
  old: string | null;
  new: string | null;
}

/** Long values, cut to where they differ. */
export function shortened({ field, old, new: next }: FieldChange): FieldChange {
  const same = old === null || next === null ? 0 : commonStart(old, next);
  const longest = Math.max(old?.length ?? 0, next?.length ?? 0);
  const from = longest > SHOWN && same > CONTEXT ? same - CONTEXT : 0;
  return { field, old: cut(old, from), new: cut(next, from) };
}

function cut(value: string | null, from: number): string | null {
  if (value === null) return null;
  const part = value.slice(from, from + SHOWN);
  return `${from > 0 ? '…' : ''}${part}${from + SHOWN < value.length ? '…' : ''}`;
}

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
