import { useId } from 'react';
import { Hatch, isHatched, Mark, DASHES } from './marks.tsx';
import type { Series } from './series.ts';

/** How a series looks, in the legend and beside its figure. */
export function Sample({ series }: { series: Pick<Series, 'shape' | 'tone'> }) {
  const { shape, tone } = series;
  const id = useId().replace(/\W/g, '');
  return (
    <svg className="fixed in-colour" data-tone={tone} width={20} height={14} aria-hidden>
      {shape === 'bar' ? (
        <>
          {isHatched(tone) && <Hatch id={id} />}
          <rect
            x={3}
            y={1}
            width={14}
            height={12}
            rx={2}
            fill={isHatched(tone) ? `url(#${id})` : 'currentColor'}
            stroke="currentColor"
          />
        </>
      ) : (
        <>
          <line
            x1={0}
            x2={20}
            y1={7}
            y2={7}
            stroke="currentColor"
            strokeWidth={2}
            strokeDasharray={DASHES[tone]}
          />
          <Mark tone={tone} x={10} y={7} />
        </>
      )}
    </svg>
  );
}
