/** A place on a picture, as parts of its width and height. */
export interface Point {
  x: number;
  y: number;
}

/** Of a rect or ellipse left, top, width and height; of a polygon x and y of each corner. */
export interface Area {
  shape: 'rect' | 'ellipse' | 'polygon';
  coords: number[];
}

const within = (part: number, least = 0, most = 1): number => Math.min(most, Math.max(least, part));
/** Ten-thousandths, as the server keeps them. */
const fine = (part: number): number => Math.round(part * 10_000) / 10_000;
/** What is smaller nobody hits. */
const LEAST = 0.01;
export const MOST_CORNERS = 60;

export const pointAt = (x: number, y: number): Point => ({ x: fine(within(x)), y: fine(within(y)) });

/** Where an event is on the picture that it happened on. */
export function pointOf(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return pointAt((clientX - left) / width, (clientY - top) / height);
}

/** Where the arrow keys lead, in steps of 1 or with Shift of 5 percent; null: it is no arrow. */
export function stepped(
  { x, y }: Point,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): Point | null {
  const step = shiftKey ? 0.05 : 0.01;
  if (key === 'ArrowLeft') return pointAt(x - step, y);
  if (key === 'ArrowRight') return pointAt(x + step, y);
  if (key === 'ArrowUp') return pointAt(x, y - step);
  return key === 'ArrowDown' ? pointAt(x, y + step) : null;
}

/** The frame around an area: left, top, width, height. */
export function frameOf({ shape, coords }: Area): [number, number, number, number] {
  const [x = 0, y = 0, width = 0, height = 0] = coords;
  if (shape !== 'polygon') return [x, y, width, height];
  const across = coords.filter((_, at) => at % 2 === 0);
  const down = coords.filter((_, at) => at % 2 === 1);
  const [left, top] = [Math.min(...across), Math.min(...down)];
  return [left, top, Math.max(...across) - left, Math.max(...down) - top];
}

/** An area to begin with, in the middle or where it is drawn. */
export function newArea(shape: Area['shape'], [x, y, width, height] = [0.4, 0.4, 0.2, 0.2]): Area {
  if (shape !== 'polygon') return { shape, coords: [x, y, width, height].map(fine) };
  const [right, bottom] = [x + width, y + height];
  return { shape, coords: [x, y, right, y, right, bottom, x, bottom].map(fine) };
}

/** A new area that does not lie exactly over one of those that are there. */
export function newAreaBeside(shape: Area['shape'], others: readonly Area[]): Area {
  let area = newArea(shape);
  const frame = (of: Area) => String(frameOf(of).map(fine));
  const isTaken = () => others.some((other) => frame(other) === frame(area));
  for (let at = 0.45; at <= 0.8 && isTaken(); at += 0.05) area = areaMoved(area, at, at);
  return area;
}

/** The area between two points. */
export const areaBetween = (shape: Area['shape'], from: Point, to: Point): Area =>
  newArea(shape, [
    Math.min(from.x, to.x),
    Math.min(from.y, to.y),
    Math.max(LEAST, Math.abs(to.x - from.x)),
    Math.max(LEAST, Math.abs(to.y - from.y)),
  ]);

/** What a pointer or the arrows can take hold of: corners. */
export function cornersOf({ shape, coords }: Area): Point[] {
  if (shape === 'polygon')
    return Array.from({ length: coords.length / 2 }, (_, at) => ({
      x: coords[2 * at]!,
      y: coords[2 * at + 1]!,
    }));
  const [x, y, width, height] = frameOf({ shape, coords });
  return [pointAt(x, y), pointAt(x + width, y), pointAt(x + width, y + height), pointAt(x, y + height)];
}

/** An area moved so that its frame begins at a place, no farther than the picture goes. */
export function areaMoved(area: Area, left: number, top: number): Area {
  const [x, y, width, height] = frameOf(area);
  const [dx, dy] = [within(left, 0, 1 - width) - x, within(top, 0, 1 - height) - y];
  const count = area.shape === 'polygon' ? area.coords.length : 2;
  return {
    ...area,
    coords: area.coords.map((part, at) => (at < count ? fine(within(part + (at % 2 ? dy : dx))) : part)),
  };
}

/** An area one of whose corners is elsewhere; the opposite one of a frame stays. */
export function cornerMoved(area: Area, corner: number, to: Point): Area {
  if (area.shape === 'polygon')
    return { ...area, coords: area.coords.with(2 * corner, to.x).with(2 * corner + 1, to.y) };
  return areaBetween(area.shape, cornersOf(area)[(corner + 2) % 4]!, to);
}

/** A polygon with one corner more, in the middle of the side behind a corner. */
export function cornerAdded(area: Area, corner: number): Area {
  const corners = cornersOf(area);
  const [one, other] = [corners[corner]!, corners[(corner + 1) % corners.length]!];
  const middle = [fine((one.x + other.x) / 2), fine((one.y + other.y) / 2)];
  return { ...area, coords: area.coords.toSpliced(2 * corner + 2, 0, ...middle) };
}

export const cornerRemoved = (area: Area, corner: number): Area =>
  area.coords.length > 6 ? { ...area, coords: area.coords.toSpliced(2 * corner, 2) } : area;
