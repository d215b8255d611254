import type { CSSProperties, ReactNode } from 'react';
import { type Area, frameOf, type Point } from './area.ts';
import classes from './places.module.css';

export type PlaceKind = 'right' | 'wrong' | 'near' | 'plain';

export interface ShownPicture {
  url: string;
  /** Pixels; null where nobody knows before it comes. */
  width: number | null;
  height: number | null;
}

interface Props {
  picture: ShownPicture;
  alt: string;
  areas?: readonly { key: string; area: Area; kind: PlaceKind; name: string; isChosen?: boolean }[];
  marks?: readonly (Point & { kind: PlaceKind; name: string })[];
  /** Places of many people. */
  dots?: readonly Point[];
  /** What is laid over it. */
  children?: ReactNode;
}

const percent = (part: number) => `${part * 100}%`;

/** A picture with areas and places on it; what they are is told in words beside it. */
export function PicturePlaces({ picture, alt, areas = [], marks = [], dots = [], children }: Props) {
  const { url, width, height } = picture;
  const size = width && height ? { width, height } : {};
  return (
    <div
      className={classes.stage}
      style={{ '--ratio': width && height ? width / height : undefined } as CSSProperties}
    >
      <img src={url} alt={alt} draggable={false} {...size} />
      <svg className={classes.areas} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
        {areas.map(({ key, area, kind, isChosen }) => (
          <g key={key} className={classes.kind} data-kind={kind} data-chosen={isChosen || undefined}>
            <Outline area={area} className={classes.under} />
            <Outline area={area} className={classes.area} />
          </g>
        ))}
      </svg>
      {areas.map(({ key, area, kind, name }) => {
        const [x, y, wide] = frameOf(area);
        return (
          <span
            key={key}
            className={classes.name}
            data-kind={kind}
            style={{ left: percent(x + wide / 2), top: percent(y) }}
            aria-hidden
          >
            {name}
          </span>
        );
      })}
      {dots.map(({ x, y }, at) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- places have no other name
          key={at}
          className={classes.dot}
          style={{ left: percent(x), top: percent(y) }}
          aria-hidden
        />
      ))}
      {marks.map(({ x, y, kind, name }) => (
        <span
          key={name}
          className={classes.mark}
          data-kind={kind}
          style={{ left: percent(x), top: percent(y) }}
          aria-hidden
        >
          <span>{name}</span>
        </span>
      ))}
      {children}
    </div>
  );
}

function Outline({ area: { shape, coords }, className }: { area: Area; className: string | undefined }) {
  const [x = 0, y = 0, width = 0, height = 0] = coords;
  if (shape === 'rect') return <rect className={className} x={x} y={y} width={width} height={height} />;
  if (shape === 'ellipse')
    return (
      <ellipse className={className} cx={x + width / 2} cy={y + height / 2} rx={width / 2} ry={height / 2} />
    );
  return <polygon className={className} points={coords.join(' ')} />;
}
