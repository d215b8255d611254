import DOMPurify from 'dompurify';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { loadChunk } from '../../lib/page/chunks.ts';
import classes from './rich-text.module.css';

const purify = DOMPurify();

/** Pictures of the product only: one from elsewhere would tell its site who reads. */
const OWN_PICTURE = /^\/api\/v1\/media\/\d+(\?|$)/;
const ALIGNED = /^text-align:\s*(left|center|right|justify);?$/;

purify.addHook('uponSanitizeAttribute', (_node, attribute) => {
  if (attribute.attrName === 'style' && !ALIGNED.test(attribute.attrValue.trim())) attribute.keepAttr = false;
});

purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'IMG') {
    if (!OWN_PICTURE.test(node.getAttribute('src') ?? '')) node.remove();
    else if (!node.hasAttribute('alt')) node.setAttribute('alt', '');
  }
  // A link to another site opens beside the course and learns nothing of where it came from.
  if (node.tagName !== 'A' || !node.hasAttribute('href')) return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});

const ALLOWED_TAGS = [
  'p',
  'br',
  'h1',
  'h2',
  'h3',
  'h4',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'sub',
  'sup',
  'mark',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'code',
  'a',
  'hr',
  'img',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'span',
  'div',
];
const ALLOWED_ATTR = [
  'href',
  'target',
  'rel',
  'src',
  'alt',
  'width',
  'height',
  'start',
  'colspan',
  'rowspan',
  'style',
  'data-type',
  'data-latex',
];

export default function SanitizedHtml({ html }: { html: string }) {
  const t = useTranslations('shell.editor');
  const table = t('table');
  const clean = useMemo(() => cleaned(html, table), [html, table]);
  const text = useRef<HTMLDivElement>(null);
  useFormulas(text, clean);
  return <div ref={text} className={classes.text} dangerouslySetInnerHTML={{ __html: clean }} />;
}

/** Sets the formulas of a text that stands in an element. */
export function useFormulas(text: RefObject<HTMLElement | null>, clean: string): void {
  useEffect(() => {
    if (!clean.includes('data-latex')) return;
    let gone = false;
    void loadChunk(() => import('./rich-text-formulas.ts')).then(({ setFormulas }) => {
      if (!gone && text.current) setFormulas(text.current);
    });
    return () => {
      gone = true;
    };
  }, [text, clean]);
}

/** What may stand in the page. */
export const purified = (html: string): DocumentFragment =>
  purify.sanitize(html, { ALLOWED_TAGS, ALLOWED_ATTR, ALLOW_DATA_ATTR: false, RETURN_DOM_FRAGMENT: true });

/** The same as it is read: a table gets a box of its own, in which it scrolls where it is too wide. */
function cleaned(html: string, label: string): string {
  const text = purified(html);
  // What others wrote stands below the page's own heading.
  for (const head of text.querySelectorAll('h1')) {
    const lower = document.createElement('h2');
    lower.append(...head.childNodes);
    head.replaceWith(lower);
  }
  for (const table of text.querySelectorAll('table')) {
    const box = document.createElement('div');
    box.className = classes.tableBox!;
    box.tabIndex = 0;
    box.setAttribute('role', 'region');
    box.setAttribute('aria-label', label);
    table.replaceWith(box);
    box.append(table);
  }
  return htmlOf(text);
}

/** As HTML once more. */
export function htmlOf(text: DocumentFragment): string {
  const holder = document.createElement('div');
  holder.append(text);
  return holder.innerHTML;
}
