import { mathParts } from '#contract/exams/questions';
import { Fragment, useEffect, useState } from 'react';
import { loadChunk } from '../../lib/page/chunks.ts';

type MathOf = (typeof import('./formula.ts'))['mathOf'];

/** A title with formulas between dollar signs; what sets them is loaded only where there are some. */
export function MathText({ children: title }: { children: string }) {
  const parts = title.includes('$') ? mathParts(title) : [];
  const hasMath = parts.some(({ math }) => math);
  const mathOf = useMathOf(hasMath);
  if (!hasMath) return title;
  return parts.map(({ text, math }, place) => {
    const html = math && mathOf ? mathOf(text, false) : null;
    // oxlint-disable-next-line react/no-array-index-key -- parts have no other name
    if (html) return <span key={place} dangerouslySetInnerHTML={{ __html: html }} />;
    // oxlint-disable-next-line react/no-array-index-key -- parts have no other name
    return <Fragment key={place}>{math ? `$${text}$` : text}</Fragment>;
  });
}

function useMathOf(isAsked: boolean): MathOf | null {
  const [loaded, setLoaded] = useState<{ mathOf: MathOf } | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    let gone = false;
    void loadChunk(() => import('./formula.ts')).then((formula) => {
      if (!gone) setLoaded({ mathOf: formula.mathOf });
    });
    return () => {
      gone = true;
    };
  }, [isAsked]);
  return loaded?.mathOf ?? null;
}

type Signs = (typeof import('#contract/exams/formulas'))['inSigns'];

/**
 * Puts the formulas of titles into a line of signs: for a list to choose from, and for names that are heard alone.
 * @param titles that may have some; what turns them is loaded only then
 */
export function useSigns(titles: readonly string[]): (title: string) => string {
  const isAsked = titles.some((title) => title.includes('$') && mathParts(title).some(({ math }) => math));
  const [loaded, setLoaded] = useState<{ inSigns: Signs } | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    let gone = false;
    void loadChunk(() => import('#contract/exams/formulas')).then(({ inSigns }) => {
      if (!gone) setLoaded({ inSigns });
    });
    return () => {
      gone = true;
    };
  }, [isAsked]);
  return isAsked && loaded ? loaded.inSigns : asWritten;
}

const asWritten = (title: string): string => title;
