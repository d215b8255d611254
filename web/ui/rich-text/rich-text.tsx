import { createElement, Fragment, type ReactNode, Suspense, useMemo } from 'react';
import classes from './rich-text.module.css';
import { later } from '../../lib/page/later.tsx';

const Sanitized = later(() => import('./sanitized-html.tsx'));

/** Rich text of the API, sanitized once more before it is shown; until the sanitizer is there, its words alone. */
export function RichText({ html }: { html: string }) {
  if (!html) return null;
  return (
    <Suspense fallback={<Words html={html} />}>
      <Sanitized html={html} />
    </Suspense>
  );
}

const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre']);
const INLINE = new Set(['a', 'b', 'code', 'em', 'i', 'mark', 's', 'span', 'strong', 'sub', 'sup', 'u']);
/** What others wrote stands below the page's own heading. */
const below = (tag: string): string => (tag === 'h1' ? 'h2' : tag);
/** Of a row of a table, rem. */
const ROW = 2.5;

/** As tall as what comes, and to be read at once. Made of elements without a single attribute, so it needs no sanitizing. */
function Words({ html }: { html: string }) {
  const words = useMemo(() => wordsOf(new DOMParser().parseFromString(html, 'text/html').body), [html]);
  return (
    <div className={classes.text} data-busy>
      {words}
    </div>
  );
}

function wordsOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, key) => {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
    const tag = node.nodeName.toLowerCase();
    if (tag === 'table') {
      const height = `${(node as HTMLTableElement).rows.length * ROW}rem`;
      return <div key={key} className={classes.tableBox} style={{ height }} />;
    }
    if (tag === 'br') return <br key={key} />;
    if (tag === 'img') {
      const [width, height] = ['width', 'height'].map((name) => Number((node as Element).getAttribute(name)));
      return width && height ? (
        <span key={key} className={classes.picture} style={{ width, aspectRatio: width / height }} />
      ) : null;
    }
    if (BLOCKS.has(tag)) return createElement(below(tag), { key }, wordsOf(node));
    return INLINE.has(tag) || tag === 'div' ? <Fragment key={key}>{wordsOf(node)}</Fragment> : null;
  });
}
