import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { MainFileSkeleton } from '../main-file-skeleton.tsx';
import { NotShown } from '../not-shown.tsx';
import { safely } from '../../../../../lib/api/safely.ts';
import { placeAsked, useReader } from '../../../../../lib/reading/place.ts';
import { openPdf, type PDFDocumentProxy, wordsOf } from './pdf-document.ts';
import { PdfPage, type Size } from './pdf-page.tsx';
import { PdfSearch } from './pdf-search.tsx';
import { PdfText } from './pdf-text.tsx';
import { PdfTools } from './pdf-tools.tsx';
import classes from './pdf-viewer.module.css';
import { OutOfReach } from '../out-of-reach.tsx';
import { useFileAddress } from '../use-file-address.ts';
import { pageToBeginAt, useReadingReport } from '../use-reading-report.ts';
import type { ViewerProps } from '../../material.ts';

const SMALLEST = 0.25;
const LARGEST = 4;
/** Between the pages and around them, CSS pixels. */
const GAP = 12;
const NARROW = '(width < 37.5em)';
/** Letters on the first page from which a document is one to read. */
const WORDY = 200;
/** Of a page's width: shown any smaller, its words cannot be read. */
const LEGIBLE = 0.85;

/** A document, page under page; only those near the window are drawn. */
export default function PdfViewer({ material, file, student, onEnd }: ViewerProps) {
  const t = useTranslations('materials.viewer');
  const { url, renew } = useFileAddress(material, file);
  const [pdf, setPdf] = useState<{ document: PDFDocumentProxy; size: Size; isWordy: boolean } | null>(null);
  const [broken, setBroken] = useState(false);
  const [isReached, setReached] = useState(true);

  const failed = useEffectEvent(async () => {
    if ((await renew()) === null && !pdf) setBroken(true);
  });
  useEffect(() => {
    let gone = false;
    let hasFailed = false;
    // Several parts may be asked for at once.
    const fail = () => {
      if (!gone && !hasFailed) void failed();
      hasFailed = true;
    };
    const { promise, close } = openPdf({
      url,
      size: file.size,
      onReach: (now) => !gone && setReached(now),
      onRefusal: fail,
    });
    promise
      .then(async (document) => {
        const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
        const words = await wordsOf(document, 1);
        const isWordy = words.reduce((sum, { str }) => sum + str.length, 0) > WORDY;
        if (!gone) setPdf({ document, size: { width, height }, isWordy });
      })
      .catch(fail);
    return () => {
      gone = true;
      close();
    };
  }, [url, file.size]);

  if (broken) return <NotShown file={file} title={t('not_opened')} onEnd={onEnd} />;
  if (!pdf) return isReached ? <MainFileSkeleton {...{ material, file, student }} /> : <OutOfReach />;
  return (
    <>
      <Pages key={url} {...pdf} {...{ material, file: { ...file, url }, student, onEnd }} />
      {!isReached && (
        <div className={classes.lost}>
          <OutOfReach />
        </div>
      )}
    </>
  );
}

interface PagesProps extends Omit<ViewerProps, 'onEnd'> {
  document: PDFDocumentProxy;
  /** Of the first page, which the others are taken to have until they are there. */
  size: Size;
  /** There is something to read as text. */
  isWordy: boolean;
  onEnd: (() => void) | undefined;
}

function Pages({ document, size, isWordy, material, file, student, onEnd }: PagesProps) {
  const t = useTranslations('materials.viewer');
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const count = document.numPages;
  const asked = placeAsked('page') ?? pageToBeginAt(material, student);
  const begin = Math.min(count, Math.max(1, asked));
  const [current, setCurrent] = useState(begin);
  const [zoom, setZoom] = useState<number | 'fit'>('fit');
  const width = useWidthOf(box);
  const scale = zoom === 'fit' ? Math.max(SMALLEST, (width - 2 * GAP) / size.width) : zoom;
  const onPage = usePageScroll();
  const [chosen, setChosen] = useKept('pdf_text');
  const [dark, setDark] = useKept('pdf_dark');
  // At the width of a phone a page of words is too small to be read: its text is shown at once.
  const asText = chosen === null ? isWordy && width > 0 && width < size.width * LEGIBLE : chosen;
  const remember = useReadingReport(material, student);
  const ended = useRef(false);

  const goTo = (page: number) => {
    const target = box.current?.querySelector<HTMLElement>(`[data-page="${page}"]`);
    if (!target || !box.current) return;
    if (onPage) target.scrollIntoView({ block: 'start' });
    else box.current.scrollTop = target.offsetTop - GAP;
  };

  useReader('page', { here: () => ({ at: current }), go: goTo });

  // The same page stays in sight when the pages become larger or smaller.
  const kept = useRef(false);
  const keep = useEffectEvent(() => {
    // The first page is where the screen begins: its heading stays in sight.
    if (!onPage || kept.current || current > 1) goTo(current);
    kept.current = true;
  });
  useLayoutEffect(() => {
    if (width > 0) keep();
  }, [scale, width, asText]);

  function look(): void {
    if (!box.current) return;
    const { scrollTop, clientHeight, scrollHeight } = onPage ? inWindow(box.current) : box.current;
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
  useEffect(() => {
    if (!onPage) return;
    const scrolled = () => first();
    window.addEventListener('scroll', scrolled, { passive: true });
    return () => window.removeEventListener('scroll', scrolled);
  }, [onPage]);

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
        asText={asText}
        onAsText={() => setChosen(!asText)}
        dark={dark ?? false}
        onDark={() => setDark(!dark)}
        onFullScreen={() => void frame.current?.requestFullscreen().catch(() => {})}
      />
      <PdfSearch document={document} current={current} onGo={goTo} />
      {/* Keys turn the pages of what has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={box}
        className={`${classes.box} ring-in`}
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
        <div className={asText ? classes.texts : classes.pages} data-dark={dark || undefined}>
          {width > 0 &&
            asText &&
            Array.from({ length: count }, (_, index) => (
              <PdfText key={index} document={document} number={index + 1} root={onPage ? null : box} />
            ))}
          {width > 0 &&
            !asText &&
            Array.from({ length: count }, (_, index) => (
              <PdfPage
                key={index}
                document={document}
                number={index + 1}
                guess={size}
                scale={scale}
                root={onPage ? null : box}
              />
            ))}
        </div>
      </div>
    </div>
  );
}

/** On a phone a document scrolls with its page: a box within it would hold every second swipe. */
function usePageScroll(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const change = () => setNarrow(query.matches && !window.document.fullscreenElement);
    query.addEventListener('change', change);
    window.document.addEventListener('fullscreenchange', change);
    return () => {
      query.removeEventListener('change', change);
      window.document.removeEventListener('fullscreenchange', change);
    };
  }, []);
  return narrow;
}

/** The window's view of an element, in the element's own measures. */
const inWindow = (element: HTMLElement) => ({
  scrollTop: -element.getBoundingClientRect().top,
  clientHeight: window.innerHeight,
  scrollHeight: element.offsetHeight,
});

/** A choice about documents that the browser keeps; null until it was made. */
function useKept(name: string): [boolean | null, (next: boolean) => void] {
  const key = `osnova.${name}`;
  const [kept, setKept] = useState<boolean | null>(() => {
    const value = safely(() => localStorage.getItem(key));
    return value === null || value === undefined ? null : value === 'yes';
  });
  return [
    kept,
    (next) => {
      safely(() => localStorage.setItem(key, next ? 'yes' : 'no'));
      setKept(next);
    },
  ];
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
