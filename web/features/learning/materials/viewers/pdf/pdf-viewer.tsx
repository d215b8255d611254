import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { MainFileSkeleton } from '../main-file-skeleton.tsx';
import { NotShown } from '../not-shown.tsx';
import { openPdf, type PDFDocumentProxy } from './pdf-document.ts';
import { PdfPage, type Size } from './pdf-page.tsx';
import { PdfTools } from './pdf-tools.tsx';
import classes from './pdf-viewer.module.css';
import { useFileAddress } from '../use-file-address.ts';
import { useReadingReport } from '../use-reading-report.ts';
import type { ViewerProps } from '../../material.ts';

const SMALLEST = 0.25;
const LARGEST = 4;
/** Between the pages and around them, CSS pixels. */
const GAP = 12;

/** A document, page under page; only those near the window are drawn. */
export default function PdfViewer({ material, file, student, onEnd }: ViewerProps) {
  const t = useTranslations('materials.viewer');
  const { url, renew } = useFileAddress(material, file);
  const [pdf, setPdf] = useState<{ document: PDFDocumentProxy; size: Size } | null>(null);
  const [broken, setBroken] = useState(false);

  const failed = useEffectEvent(async () => {
    if ((await renew()) === null) setBroken(true);
  });
  useEffect(() => {
    let gone = false;
    const task = openPdf(url);
    task.promise
      .then(async (document) => {
        const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
        if (!gone) setPdf({ document, size: { width, height } });
      })
      .catch(() => !gone && void failed());
    return () => {
      gone = true;
      void task.destroy();
    };
  }, [url]);

  if (broken) return <NotShown file={file} title={t('not_opened')} onEnd={onEnd} />;
  if (!pdf) return <MainFileSkeleton {...{ material, file, student }} />;
  return <Pages key={url} {...pdf} {...{ material, file: { ...file, url }, student, onEnd }} />;
}

interface PagesProps extends Omit<ViewerProps, 'onEnd'> {
  document: PDFDocumentProxy;
  /** Of the first page, which the others are taken to have until they are there. */
  size: Size;
  onEnd: (() => void) | undefined;
}

function Pages({ document, size, material, file, student, onEnd }: PagesProps) {
  const t = useTranslations('materials.viewer');
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const count = document.numPages;
  const begin = Math.min(count, Math.max(1, Math.round(student ? material.resume_at : 1)));
  const [current, setCurrent] = useState(begin);
  const [zoom, setZoom] = useState<number | 'fit'>('fit');
  const width = useWidthOf(box);
  const scale = zoom === 'fit' ? Math.max(SMALLEST, (width - 2 * GAP) / size.width) : zoom;
  const remember = useReadingReport(material, student);
  const ended = useRef(false);

  const goTo = (page: number) => {
    const target = box.current?.querySelector<HTMLElement>(`[data-page="${page}"]`);
    if (target && box.current) box.current.scrollTop = target.offsetTop - GAP;
  };

  // The same page stays in sight when the pages become larger or smaller.
  const keep = useEffectEvent(() => goTo(current));
  useLayoutEffect(() => {
    if (width > 0) keep();
  }, [scale, width]);

  function look(): void {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = box.current ?? {};
    const pages = box.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [];
    const middle = scrollTop + clientHeight / 2;
    let page = 1;
    for (const one of pages) if (one.offsetTop <= middle) page = Number(one.dataset['page']);
    const atEnd = scrollTop + clientHeight >= scrollHeight - 2 * GAP;
    if (atEnd) page = count;
    if (page !== current) {
      setCurrent(page);
      remember(page);
    }
    if ((atEnd || page === count) && !ended.current) {
      ended.current = true;
      onEnd?.();
    }
  }

  const first = useEffectEvent(look);
  useEffect(() => {
    if (width > 0) first();
  }, [width]);

  const step = (by: number) => goTo(Math.min(count, Math.max(1, current + by)));
  const zoomBy = (factor: number) => setZoom(Math.min(LARGEST, Math.max(SMALLEST, scale * factor)));
  return (
    <div className={classes.viewer} ref={frame}>
      <PdfTools
        current={current}
        count={count}
        percent={Math.round(scale * 100)}
        fits={zoom === 'fit'}
        file={file}
        onGo={goTo}
        onStep={step}
        onZoom={zoomBy}
        onFit={() => setZoom('fit')}
        onFullScreen={() => void frame.current?.requestFullscreen().catch(() => {})}
      />
      {/* Keys turn the pages of what has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={box}
        className={classes.box}
        role="document"
        aria-label={t('document', { name: material.name })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys scroll what has the focus
        tabIndex={0}
        onScroll={look}
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
            if (box.current && box.current.scrollWidth > box.current.clientWidth) return;
            step(event.key === 'ArrowRight' ? 1 : -1);
          } else if (event.key === '+' || event.key === '=') zoomBy(1.25);
          else if (event.key === '-') zoomBy(0.8);
          else return;
          event.preventDefault();
        }}
      >
        <div className={classes.pages}>
          {width > 0 &&
            Array.from({ length: count }, (_, index) => (
              <PdfPage
                key={index}
                document={document}
                number={index + 1}
                guess={size}
                scale={scale}
                box={box}
              />
            ))}
        </div>
      </div>
    </div>
  );
}

/** How wide the box is inside, as it stands. */
function useWidthOf(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
