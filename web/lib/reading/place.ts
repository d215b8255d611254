import { useEffect, useEffectEvent } from 'react';

/** A place within a material: a heading of its text (from 0), a page or slide (from 1), a second of a recording. */
export interface Place {
  kind: 'heading' | 'page' | 'second';
  at: number;
  /** How it is called, where it has a name of its own. */
  text?: string | undefined;
}
type Kind = Place['kind'];

interface Reader {
  here: () => Omit<Place, 'kind'> | null;
  go: (at: number, text?: string) => void;
}

/** What shows the material at the moment; a document and a recording go before the text below them. */
const readers = new Map<Kind, Reader>();
const ORDER: readonly Kind[] = ['second', 'page', 'heading'];

/** Where the reader is, or null: at the beginning, or nothing says. */
export function placeHere(): Place | null {
  for (const kind of ORDER) {
    const here = readers.get(kind)?.here();
    if (here) return { kind, ...here };
  }
  return null;
}

export function goToPlace({ kind, at, text }: Place): void {
  readers.get(kind)?.go(at, text);
}

/** A place as the end of the address of its material. */
export const placeHash = ({ kind, at }: Pick<Place, 'kind' | 'at'>): string => `#${kind}=${at}`;

/** The place of a kind that the address asks for, or null. */
export function placeAsked(kind: Kind): number | null {
  const [, name, at] = /^#(heading|page|second)=(\d{1,7})$/.exec(location.hash) ?? [];
  return name === kind ? Number(at) : null;
}

/** Says where the reader of a material is, and brings them to a place of it. */
export function useReader(kind: Kind, reader: Reader): void {
  const here = useEffectEvent(() => reader.here());
  const go = useEffectEvent((at: number, text?: string) => reader.go(at, text));
  useEffect(() => {
    const own = { here: () => here(), go: (at: number, text?: string) => go(at, text) };
    readers.set(kind, own);
    return () => {
      if (readers.get(kind) === own) readers.delete(kind);
    };
  }, [kind]);
}
