import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { Place } from './row-cell.tsx';

/** Moves the focus between the cells of a grid, of which one at a time takes part in the order of Tab. */
export function useGridKeys(grid: RefObject<HTMLElement | null>, rows: number, columns: number) {
  const [active, setActive] = useState<Place>({ row: 0, column: 1 });
  const at = { row: Math.min(active.row, rows - 1), column: Math.min(active.column, columns) };

  function find({ row, column }: Place): HTMLElement | null | undefined {
    return grid.current?.querySelector<HTMLElement>(`[data-at="${row}:${column}"]`);
  }

  return {
    isActive: ({ row, column }: Place) => at.row === row && at.column === column,
    activate: setActive,
    /** After the next paint, when the cell is there again. */
    focus: (place: Place) => void setTimeout(() => find(place)?.focus()),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || event.metaKey) return;
      const place = targetOf(event, at, rows, columns);
      if (!place) return;
      event.preventDefault();
      find(place)?.focus();
    },
  };
}

function targetOf({ key, ctrlKey }: KeyboardEvent, { row, column }: Place, rows: number, columns: number) {
  const [lastRow, lastColumn] = [rows - 1, columns];
  switch (key) {
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) };
    case 'ArrowRight':
      return { row, column: Math.min(lastColumn, column + 1) };
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), column };
    case 'ArrowDown':
      return { row: Math.min(lastRow, row + 1), column };
    case 'Home':
      return { row: ctrlKey ? 0 : row, column: 0 };
    case 'End':
      return { row: ctrlKey ? lastRow : row, column: lastColumn };
    default:
      return null;
  }
}
