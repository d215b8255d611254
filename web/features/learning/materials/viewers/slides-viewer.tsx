import { IconChevronLeft, IconChevronRight, IconMaximize } from '@tabler/icons-react';
import { loadPresentation, type LoadedPresentation, renderSlideToElement } from 'pptx-viewer';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ToolButton } from '../../../../ui/page/tool-button.tsx';
import { MainFileSkeleton } from './main-file-skeleton.tsx';
import { NotShown } from './not-shown.tsx';
import { OutOfReach } from './out-of-reach.tsx';
import { PageField } from './page-field.tsx';
import tools from './pdf/pdf-viewer.module.css';
import { placeAsked, useReader } from '../../../../lib/reading/place.ts';
import { textOf } from './slide-text.ts';
import classes from './slides-viewer.module.css';
import { useReach } from './reach.ts';
import { useFileAddress } from './use-file-address.ts';
import { pageToBeginAt, useReadingReport } from './use-reading-report.ts';
import type { ViewerProps } from '../material.ts';

/** A finger that goes so far, CSS pixels, turns the slide. */
const SWIPE = 48;

/** Slides as pictures made here in the browser, one after another. */
export default function SlidesViewer({ material, file, student, onEnd }: ViewerProps) {
  const t = useTranslations('materials.viewer');
  const { url, renew } = useFileAddress(material, file);
  const [slides, setSlides] = useState<LoadedPresentation | null>(null);
  const [broken, setBroken] = useState(false);
  const [times, setTimes] = useState(0);
  const reach = useReach(url, () => setTimes(times + 1));

  /** Rejects where the line was cut before all of it had come, with no answer that refuses it. */
  const bytesOf = async (): Promise<ArrayBuffer> => {
    const answer = await fetch(url);
    const again = answer.status < 400 || answer.status >= 500 ? null : await renew();
    const last = again ? await fetch(again) : answer;
    const bytes = await last.arrayBuffer();
    if (last.status >= 500 || (last.ok && bytes.byteLength < file.size)) throw new Error('cut off');
    return bytes;
  };
  const load = useEffectEvent(async (): Promise<LoadedPresentation | undefined> => {
    const bytes = await bytesOf().catch(() => void reach.hasFailed(true));
    if (!bytes) return;
    const loaded = await loadPresentation(bytes);
    if (loaded.slides.length === 0) throw new Error('no slides');
    return loaded;
  });
  useEffect(() => {
    let gone = false;
    let loaded: LoadedPresentation | undefined;
    load()
      .then((result) => {
        loaded = result;
        if (gone) result?.cleanup();
        else if (result) setSlides(result);
      })
      .catch(() => !gone && setBroken(true));
    return () => {
      gone = true;
      loaded?.cleanup();
    };
  }, [times]);

  if (reach.isLost) return <OutOfReach />;
  if (broken) return <NotShown file={file} title={t('not_converted')} onEnd={onEnd} />;
  if (!slides) return <MainFileSkeleton {...{ material, file, student }} />;
  return <Slides {...{ slides, material, student, onEnd }} />;
}

function Slides({
  slides,
  material,
  student,
  onEnd,
}: Omit<ViewerProps, 'file' | 'onEnd'> & { slides: LoadedPresentation; onEnd: (() => void) | undefined }) {
  const t = useTranslations('materials.viewer');
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  /** Where a finger came down alone. */
  const swiped = useRef<number | null>(null);
  const count = slides.slides.length;
  const [current, setCurrent] = useState(() =>
    Math.min(count, Math.max(1, placeAsked('page') ?? pageToBeginAt(material, student))),
  );
  const [text, setText] = useState<readonly string[]>([]);
  const remember = useReadingReport(material, student);
  const { width, height } = slides.slideSize;

  useEffect(() => {
    if (!stage.current) return;
    stage.current.replaceChildren();
    renderSlideToElement(slides, current - 1, stage.current);
    const drawing = stage.current.querySelector('svg');
    drawing?.setAttribute('viewBox', `0 0 ${width} ${height}`);
    for (const name of ['width', 'height', 'style']) drawing?.removeAttribute(name);
    setText(textOf(slides.slides[current - 1]!));
  }, [slides, current, width, height]);

  const end = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (current === count) end();
  }, [current, count]);

  const go = (slide: number) => {
    const to = Math.min(count, Math.max(1, slide));
    setCurrent(to);
    remember(to);
  };
  useReader('page', { here: () => ({ at: current }), go });

  return (
    <div ref={frame} className={tools.viewer}>
      <div className={tools.tools} role="toolbar" aria-label={t('tools')}>
        <div className="row">
          <ToolButton label={t('previous_slide')} disabled={current <= 1} onClick={() => go(current - 1)}>
            <IconChevronLeft size={22} aria-hidden />
          </ToolButton>
          <PageField current={current} count={count} label={t('slide_number')} onGo={go} />
          <ToolButton label={t('next_slide')} disabled={current >= count} onClick={() => go(current + 1)}>
            <IconChevronRight size={22} aria-hidden />
          </ToolButton>
        </div>
        {document.fullscreenEnabled && (
          <ToolButton
            label={t('full_screen')}
            onClick={() => void frame.current?.requestFullscreen().catch(() => {})}
          >
            <IconMaximize size={22} aria-hidden />
          </ToolButton>
        )}
      </div>
      {/* Keys turn the slides of what has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={`${classes.stage} ring-in`}
        role="group"
        aria-roledescription={t('slide_role')}
        aria-label={t('slide', { slide: current, count })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys leaf through what has the focus
        tabIndex={0}
        onTouchStart={({ touches }) => {
          swiped.current = touches.length === 1 ? touches[0]!.clientX : null;
        }}
        onTouchEnd={({ changedTouches }) => {
          const way = swiped.current === null ? 0 : changedTouches[0]!.clientX - swiped.current;
          swiped.current = null;
          if (Math.abs(way) >= SWIPE) go(current + (way < 0 ? 1 : -1));
        }}
        onKeyDown={(event) => {
          const steps: Record<string, number> = {
            ArrowRight: current + 1,
            PageDown: current + 1,
            ' ': current + 1,
            ArrowLeft: current - 1,
            PageUp: current - 1,
            Home: 1,
            End: count,
          };
          const to = steps[event.key];
          if (to === undefined) return;
          event.preventDefault();
          go(to);
        }}
      >
        <div
          ref={stage}
          className={classes.slide}
          style={{ aspectRatio: `${width} / ${height}` }}
          aria-hidden
        />
        <div className="unseen" aria-live="polite">
          {text.map((line, index) => (
            <p key={index}>{line}</p>
          ))}
        </div>
      </div>
    </div>
  );
}
