import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '../control/button/button.tsx';
import { type Point, pointOf, stepped } from './area.ts';
import { PicturePlaces, type ShownPicture } from './picture-places.tsx';
import classes from './places.module.css';
import { useHeld } from './use-held.ts';

/** What is said around the picture, in the words of its screen. */
interface Words {
  surface: string;
  keys: string;
  /** How many are set. */
  set: (count: number) => string;
  full: string;
  at: (place: { x: number; y: number }) => string;
  number: (number: number, place: string) => string;
  move: (number: number, place: string) => string;
  remove: (number: number) => string;
  remove_short: string;
}

interface Props {
  picture: ShownPicture;
  alt: string;
  /** How many may be marked. */
  most: number;
  marks: readonly Point[];
  locked?: boolean;
  words: Words;
  onMark: (marks: Point[]) => void;
}

const inPercent = (part: number) => Math.round(part * 100);
const MIDDLE: Point = { x: 0.5, y: 0.5 };

/** Places marked on a picture: a tap or Enter sets one, each can be moved and removed. */
export function MarkedPlaces({ picture, alt, most, marks, locked = false, words, onMark }: Props) {
  const surface = useRef<HTMLButtonElement>(null);
  const [cross, setCross] = useState<Point | null>(null);
  const [full, setFull] = useState(false);

  const answer = (next: Point[]) => {
    setFull(false);
    onMark(next);
  };

  /** The only one goes where one points; of several no one is moved by mistake. */
  function set(point: Point): void {
    if (locked) return;
    if (most === 1) answer([point]);
    else if (marks.length < most) answer([...marks, point]);
    else setFull(true);
  }

  function press(event: KeyboardEvent): void {
    const at = cross ?? MIDDLE;
    const next = stepped(at, event);
    const isSet = event.key === 'Enter' || event.key === ' ';
    if (event.altKey || event.ctrlKey || event.metaKey || !(next ?? isSet)) return;
    event.preventDefault();
    event.stopPropagation();
    if (next) setCross(next);
    else if (!event.repeat) set(at);
  }

  function remove(at: number): void {
    answer(marks.toSpliced(at, 1));
    surface.current?.focus();
  }

  const where = ({ x, y }: Point) => words.at({ x: inPercent(x), y: inPercent(y) });
  return (
    <div className="stack gap-4">
      <PicturePlaces picture={picture} alt={alt}>
        <button
          ref={surface}
          type="button"
          className={classes.surface}
          aria-disabled={locked}
          aria-label={words.surface}
          onFocus={(event) => {
            if (event.currentTarget.matches(':focus-visible')) setCross((before) => before ?? MIDDLE);
          }}
          onBlur={() => setCross(null)}
          onClick={(event) => {
            // Of a key there is no place.
            if (event.detail > 0) set(pointOf(event.currentTarget, event));
          }}
          onKeyDown={press}
        />
        {cross && (
          <span
            className={classes.cross}
            style={{ '--x': `${cross.x * 100}%`, '--y': `${cross.y * 100}%` } as object}
          />
        )}
        {marks.map((mark, at) => (
          <HeldMark
            // oxlint-disable-next-line react/no-array-index-key -- marks have no other name
            key={at}
            mark={mark}
            name={String(at + 1)}
            label={words.move(at + 1, where(mark))}
            locked={locked}
            stage={() => surface.current}
            onMove={(to) => answer(marks.with(at, to))}
            onRemove={() => remove(at)}
          />
        ))}
      </PicturePlaces>
      <p className="flush small">
        <span role="status">{words.set(marks.length)}</span>
        <span className="not-touch"> {words.keys}</span>
      </p>
      <p className="unseen" role="status">
        {cross ? where(cross) : ''}
      </p>
      {full && (
        <p className="flush small bad" role="alert">
          {words.full}
        </p>
      )}
      {marks.length > 0 && (
        <ul className={classes.list}>
          {marks.map((mark, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- marks have no other name
            <li key={at} className="row gap-4 spreads">
              <span>{words.number(at + 1, where(mark))}</span>
              <Button
                variant="subtle"
                disabled={locked}
                leftSection={<IconX size={18} aria-hidden />}
                aria-label={words.remove(at + 1)}
                onClick={() => remove(at)}
              >
                {words.remove_short}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface HeldProps {
  mark: Point;
  name: string;
  label: string;
  locked: boolean;
  stage: () => Element | null;
  onMove: (to: Point) => void;
  onRemove: () => void;
}

/** A mark that is dragged or moved by the arrows, and removed by Delete. */
function HeldMark({ mark, name, label, locked, stage, onMove, onRemove }: HeldProps) {
  // Only where it is let go is an answer.
  const [dragged, setDragged] = useState<Point | null>(null);
  const { x, y } = dragged ?? mark;
  const held = useHeld(stage, setDragged, () => {
    if (dragged) onMove(dragged);
    setDragged(null);
  });
  return (
    <button
      type="button"
      className={classes.mark}
      aria-label={label}
      disabled={locked}
      style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
      {...held}
      onKeyDown={(event) => {
        const next = stepped(mark, event);
        const isGone = event.key === 'Delete' || event.key === 'Backspace';
        if (!(next ?? isGone) || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        if (next) onMove(next);
        else onRemove();
      }}
    >
      <span aria-hidden>{name}</span>
    </button>
  );
}
