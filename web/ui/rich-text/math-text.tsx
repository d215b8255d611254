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
