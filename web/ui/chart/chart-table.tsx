import type { TimeChartProps } from './series.ts';

/** The figures of a chart, the latest first. */
export function ChartTable({ label, unit, points, series }: TimeChartProps) {
  return (
    <table className="tabular" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{unit}</th>
          {series.map(({ key, label: name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map(({ key, title, values }) => (
          <tr key={key}>
            <th scope="row">{title}</th>
            {series.map((one) => {
              const value = values[one.key];
              return <td key={one.key}>{value === null || value === undefined ? '—' : one.format(value)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
