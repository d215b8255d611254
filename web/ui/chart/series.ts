/** One figure over time. Bars stand beside each other, those of one whole on each other; lines are drawn over them. */
export interface Series {
  key: string;
  label: string;
  shape: 'bar' | 'line';
  /** Of a bar: the whole that it is a part of. Figures of different things are never added up. */
  part_of?: string;
  /** Its colour with its pattern, dash and point: one of each, so that colour alone tells nothing. */
  tone: 'calm' | 'good' | 'bad' | 'accent';
  /** Counts are read on the left, shares of 100 on the right. */
  scale: 'count' | 'share';
  format: (value: number) => string;
}

export interface Point {
  key: string;
  /** Below the axis, where there is room. */
  tick: string;
  /** What the point stands for, in full. */
  title: string;
  /** By the key of a series; null: nothing to tell. */
  values: Readonly<Record<string, number | null>>;
}

export interface TimeChartProps {
  label: string;
  /** What the points stand for: the head of the table's first column. */
  unit: string;
  points: readonly Point[];
  series: readonly Series[];
}

/** The bars by the wholes that they make up. */
export const wholesOf = (series: readonly Series[]): Series[][] => {
  const bars = series.filter(({ shape }) => shape === 'bar');
  return [...Map.groupBy(bars, ({ key, part_of }) => part_of ?? key).values()];
};
