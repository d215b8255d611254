import { useRef } from 'react';
import {
  type Area,
  areaBetween,
  areaMoved,
  cornerMoved,
  cornerRemoved,
  cornersOf,
  frameOf,
  type Point,
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
  /** What a pointer draws on free ground. */
  shape: Area['shape'];
  label: string;
  cornerLabel: (area: DrawnArea, corner: number) => string;
  onChoose: (key: string) => void;
  /** @returns the key of the new area */
  onDraw: (area: Area) => string | null;
  onChange: (key: string, area: Area) => void;
}

/** Areas drawn on a picture: free ground draws one, an area is moved, its corners make it larger; the arrows do the same. */
export function AreaDrawing(props: Props) {
  const { picture, alt, areas, chosen, shape, label, onDraw, onChange } = props;
  const surface = useRef<HTMLDivElement>(null);
  const drawn = useRef<string | null>(null);
  const own = areas.find(({ key }) => key === chosen);
  const drawing = useHeld(
    () => surface.current,
    (to, from, isFirst) => {
      if (isFirst) drawn.current = onDraw(areaBetween(shape, from, to));
      else if (drawn.current) onChange(drawn.current, areaBetween(shape, from, to));
    },
  );
  return (
    <PicturePlaces
      picture={picture}
      alt={alt}
      areas={areas.map((area) => ({ ...area, isChosen: area.key === chosen }))}
    >
      <div ref={surface} className={classes.surface} data-drawing title={label} {...drawing} />
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
    </PicturePlaces>
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
