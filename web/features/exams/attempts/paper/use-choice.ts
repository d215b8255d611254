import { useState } from 'react';
import { safely } from '../../../../lib/api/safely.ts';

/** One question per page, or all of them on one. */
export const VIEWS = ['one', 'all'] as const;
export type View = (typeof VIEWS)[number];
/** Of the questions' text; the first is as everywhere. */
export const SIZES = ['1', '2', '3'] as const;
export const SWITCH = ['on', 'off'] as const;

/** How somebody likes a paper, kept in their browser; the first of the choices until they choose. */
export function useChoice<T extends string>(name: string, choices: readonly T[]): [T, (next: T) => void] {
  const key = `osnova.attempt_${name}`;
  const [choice, setChoice] = useState<T>(() => {
    const kept = safely(() => localStorage.getItem(key));
    return choices.find((one) => one === kept) ?? choices[0]!;
  });
  return [
    choice,
    (next) => {
      safely(() => localStorage.setItem(key, next));
      setChoice(next);
    },
  ];
}
