import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type PDFDocumentProxy, showPage } from './pdf-document.ts';
import classes from './pdf-viewer.module.css';

export interface Size {
  width: number;
  height: number;
}

interface Props {
  document: PDFDocumentProxy;
  number: number;
  /** How large it is taken to be until it was read. */
  guess: Size;
  scale: number;
  /** What it scrolls in; null: the page itself. */
  root: RefObject<HTMLElement | null> | null;
}

/** One page, drawn while it is near the window. */
export function PdfPage({ document, number, guess, scale, root }: Props) {
  const t = useTranslations('materials.viewer');
  const sheet = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [size, setSize] = useState(guess);

  useEffect(() => {
    if (!sheet.current) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: root?.current ?? null,
      rootMargin: '100% 0px',
    });
    observer.observe(sheet.current);
    return () => observer.disconnect();
  }, [root]);

  useEffect(() => {
    if (!near) return;
    let undo: (() => void) | undefined;
    let gone = false;
    document
      .getPage(number)
      .then((page) => {
        if (gone || !canvas.current || !layer.current) return;
        const { width, height } = page.getViewport({ scale: 1 });
        setSize((before) =>
          before.width === width && before.height === height ? before : { width, height },
        );
        undo = showPage(page, scale, canvas.current, layer.current);
      })
      .catch(() => {});
    return () => {
      gone = true;
      undo?.();
    };
  }, [document, near, number, scale]);

  return (
    <div
      ref={sheet}
      className={classes.page}
      data-page={number}
      role="group"
      aria-label={t('page', { page: number })}
      style={
        {
          width: size.width * scale,
          height: size.height * scale,
          '--total-scale-factor': scale,
          '--scale-round-x': '1px',
          '--scale-round-y': '1px',
        } as React.CSSProperties
      }
    >
      <canvas ref={canvas} className={classes.canvas} aria-hidden />
      <div ref={layer} className={classes.text} />
    </div>
  );
}
