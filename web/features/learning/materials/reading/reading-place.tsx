import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { placeAsked, useReader } from '../../../../lib/reading/place.ts';
import { safely } from '../../../../lib/api/safely.ts';
import { READING } from '../../../../lib/session/stored.ts';
import { RichText } from '../../../../ui/rich-text/rich-text.tsx';
import classes from './reading-place.module.css';

const keyOf = (id: number) => `${READING}${id}`;
/** Blocks that are no place to go on from: whoever reads them has just begun. */
const FIRST = 3;

/** A text that remembers, in this browser, down to where it was read. */
export function ReadText({ id, html, language }: { id: number; html: string; language: string | undefined }) {
  const t = useTranslations('materials.viewer');
  const text = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(() => Number(safely(() => localStorage.getItem(keyOf(id)))) || 0);

  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const note = () => {
      waiting = undefined;
      const seen = blocksOf(text.current).findIndex((one) => one.getBoundingClientRect().bottom > 96);
      // The beginning is where everybody comes in: it takes away no place that was kept.
      if (seen >= FIRST) safely(() => localStorage.setItem(keyOf(id), String(seen)));
    };
    const scrolled = () => (waiting ??= setTimeout(note, 400));
    window.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      clearTimeout(waiting);
      window.removeEventListener('scroll', scrolled);
    };
  }, [id]);

  function goOn(): void {
    const block = blocksOf(text.current)[place];
    setPlace(0);
    if (block) show(block);
  }

  const go = (at: number, words?: string): boolean => {
    const headings = headingsOf(text.current);
    // A text that was edited since has its headings elsewhere.
    const found = headings.find((one) => one.textContent === words) ?? headings[at];
    if (found) show(found);
    return found !== undefined;
  };
  useReader('heading', {
    here: () => {
      const headings = headingsOf(text.current);
      const at = headings.findLastIndex((one) => one.getBoundingClientRect().top < innerHeight / 2);
      return at < 0 ? null : { at, text: headings[at]!.textContent.trim().slice(0, 200) };
    },
    go,
  });
  // The words alone give way to what has been made safe to show, and the focus with them.
  const goAsked = useEffectEvent((at: number) => !text.current?.querySelector('[data-busy]') && go(at));
  useEffect(() => {
    const asked = placeAsked('heading');
    const body = text.current;
    if (asked === null || !body) return;
    const observer = new MutationObserver(() => goAsked(asked) && observer.disconnect());
    if (!goAsked(asked)) observer.observe(body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [id]);

  return (
    <>
      {place >= FIRST && (
        <button type="button" className={`${classes.goOn} lit`} onClick={goOn}>
          {t('go_on_reading')}
        </button>
      )}
      <div ref={text} lang={language} className={classes.text}>
        <RichText html={html} />
      </div>
    </>
  );
}

const blocksOf = (text: HTMLElement | null) =>
  [...(text?.firstElementChild?.children ?? [])] as HTMLElement[];

const headingsOf = (text: HTMLElement | null) =>
  [...(text?.querySelectorAll('h1, h2, h3, h4, h5, h6') ?? [])] as HTMLElement[];

function show(block: HTMLElement): void {
  block.tabIndex = -1;
  block.focus({ preventScroll: true });
  block.scrollIntoView({ block: 'start' });
}
