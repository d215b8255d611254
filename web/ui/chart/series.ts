/** One figure over time. Bars are stacked on each other in their order; lines are drawn over them. */
export interface Series {
  key: string;
  label: string;
  shape: 'bar' | 'line';
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
