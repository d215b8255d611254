import { type MouseEvent, useRef, useState } from 'react';
import { usePressed } from '../../lib/page/keys.ts';
import {
  type Area,
  areaBetween,
  areaMoved,
  cornerMoved,
  cornerRemoved,
  cornersOf,
  frameOf,
  MOST_CORNERS,
  type Point,
  pointOf,
  stepped,
} from './area.ts';
import { PicturePlaces, type PlaceKind, type ShownPicture } from './picture-places.tsx';
import classes from './places.module.css';
import { useHeld } from './use-held.ts';

export interface DrawnArea {
  key: string;
  area: Area;
  kind: PlaceKind;
  /** Its number on the picture. */
  name: string;
  /** What a screen reader says of it. */
  label: string;
}

interface Props {
  picture: ShownPicture;
  alt: string;
  areas: readonly DrawnArea[];
  /** The key of the area that is drawn on; null: none. */
  chosen: string | null;
  /** What the pointer draws next, wherever it begins; null: a frame, on free ground alone. */
  tool?: Area['shape'] | null;
  label: string;
  cornerLabel: (area: DrawnArea, corner: number) => string;
  onChoose: (key: string) => void;
  /** @returns the key of the new area */
  onDraw: (area: Area) => string | null;
  onChange: (key: string, area: Area) => void;
  /** A pointer has drawn one to its end. */
  onDrawn?: () => void;
}

/** Areas drawn on a picture: a pointer draws one and moves it, its corners make it larger; the arrows do the same. */
export function AreaDrawing(props: Props) {
  const { picture, alt, areas, chosen, tool = null, label, onDraw, onChange, onDrawn } = props;
  const shape = tool ?? 'rect';
  const surface = useRef<HTMLDivElement>(null);
  const drawn = useRef<string | null>(null);
  const own = areas.find(({ key }) => key === chosen);
  const drawing = useHeld(
    () => surface.current,
    (to, from, isFirst) => {
      if (isFirst) drawn.current = onDraw(areaBetween(shape, from, to));
      else if (drawn.current) onChange(drawn.current, areaBetween(shape, from, to));
    },
    onDrawn,
  );
  return (
    <PicturePlaces
      picture={picture}
      alt={alt}
      areas={areas.map((area) => ({ ...area, isChosen: area.key === chosen }))}
    >
      <div
        ref={surface}
        className={classes.surface}
        data-drawing={tool ? 'tool' : 'free'}
        title={label}
        {...drawing}
      />
      {areas.map((area) => (
        <Held key={area.key} {...props} area={area} stage={() => surface.current} />
      ))}
      {own &&
        cornersOf(own.area).map((point, corner) => (
          <Corner
            // oxlint-disable-next-line react/no-array-index-key -- corners have no other name
            key={corner}
            {...props}
            area={own}
            corner={corner}
            point={point}
            stage={() => surface.current}
          />
        ))}
      {tool === 'polygon' && (
        <Polygon
          label={label}
          onDrawn={(area) => {
            onDraw(area);
            onDrawn?.();
          }}
        />
      )}
    </PicturePlaces>
  );
}

/** So near to the first corner, pixels, it is meant. */
const NEAR = 12;

/** A polygon corner by corner, as they are clicked: the first once more, a double click or Enter ends it. */
function Polygon({ label, onDrawn }: { label: string; onDrawn: (area: Area) => void }) {
  const [corners, setCorners] = useState<readonly Point[]>([]);
  const points = corners.map(({ x, y }) => `${x},${y}`).join(' ');

  function end(): void {
    if (corners.length >= 3) onDrawn({ shape: 'polygon', coords: corners.flatMap(({ x, y }) => [x, y]) });
  }

  function click(event: MouseEvent): void {
    const { width, height } = event.currentTarget.getBoundingClientRect();
    const at = pointOf(event.currentTarget, event);
    const [first] = corners;
    const isFirst = first && Math.hypot((at.x - first.x) * width, (at.y - first.y) * height) < NEAR;
    if (event.detail > 1 || isFirst || corners.length >= MOST_CORNERS) end();
    else setCorners([...corners, at]);
  }

  usePressed((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || corners.length === 0) return;
    event.preventDefault();
    end();
  });

  return (
    <>
      <svg className={classes.areas} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
        <polyline className={classes.under} points={points} />
        <polyline className={classes.area} points={points} />
      </svg>
      {corners.map(({ x, y }, at) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- corners have no other name
          key={at}
          className={classes.dot}
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
        />
      ))}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keys place areas by their buttons */}
      <div className={classes.surface} data-drawing="tool" title={label} onClick={click} />
    </>
  );
}

interface Part extends Props {
  area: DrawnArea;
  stage: () => Element | null;
}

/** An area to be chosen and moved. */
function Held({ area: { key, area, label }, stage, chosen, onChoose, onChange }: Part) {
  const start = useRef(area);
  const held = useHeld(stage, (to, from, isFirst) => {
    if (isFirst) start.current = area;
    const [x, y] = frameOf(start.current);
    onChange(key, areaMoved(start.current, x + to.x - from.x, y + to.y - from.y));
  });
  const [x, y, width, height] = frameOf(area);
  return (
    <button
      type="button"
      className={classes.held}
      data-chosen={key === chosen || undefined}
      aria-label={label}
      aria-pressed={key === chosen}
      style={{
        left: `${x * 100}%`,
        top: `${y * 100}%`,
        width: `${width * 100}%`,
        height: `${height * 100}%`,
      }}
      {...(key === chosen ? held : {})}
      onClick={() => onChoose(key)}
      onKeyDown={(event) => {
        const next = stepped({ x, y }, event);
        if (!next || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        onChange(key, areaMoved(area, next.x, next.y));
      }}
    />
  );
}

function Corner({
  area,
  corner,
  point,
  stage,
  cornerLabel,
  onChange,
}: Part & { corner: number; point: Point }) {
  const held = useHeld(stage, (to) => onChange(area.key, cornerMoved(area.area, corner, to)));
  return (
    <button
      type="button"
      className={classes.corner}
      aria-label={cornerLabel(area, corner)}
      style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
      {...held}
      onKeyDown={(event) => {
        const next = stepped(point, event);
        const isGone = event.key === 'Delete' && area.area.shape === 'polygon';
        if ((!next && !isGone) || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        onChange(area.key, next ? cornerMoved(area.area, corner, next) : cornerRemoved(area.area, corner));
      }}
    />
  );
}
