/** The element of a draw, by its number from 1. */
export const drawId = (number: number): string => `draw-${number}`;

/** Goes to a draw's first field. */
export function goToDraw(number: number): void {
  document.getElementById(drawId(number))?.querySelector('input')?.focus();
}
