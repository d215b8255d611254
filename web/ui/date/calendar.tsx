import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type DateTimeFormatOptions, useFormatter, useTranslations } from 'use-intl';
import { BareDialog } from '../dialog/bare-dialog.tsx';
import classes from './calendar.module.css';
import { plusDays, plusMonths, today, weeksOf } from './month.ts';

interface Props {
  /** The field that it stands below. */
  anchor: RefObject<HTMLInputElement | null>;
  /** The day that is chosen, or ''. */
  value: string;
  min: string;
  max: string;
  /** '' for none. */
  onChoose: (day: string) => void;
  onClose: () => void;
}

/** Between the calendar and its field or the window's edge, pixels. */
const SPACE = 6;
const STEPS: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => plusDays(day, -1),
  ArrowRight: (day) => plusDays(day, 1),
  ArrowUp: (day) => plusDays(day, -7),
  ArrowDown: (day) => plusDays(day, 7),
  PageUp: (day) => plusMonths(day, -1),
  PageDown: (day) => plusMonths(day, 1),
  Home: (day) => `${day.slice(0, 8)}01`,
  End: (day) => plusDays(plusMonths(`${day.slice(0, 8)}01`, 1), -1),
};

/** A month to choose a day from. */
export default function Calendar({ anchor, value, min, max, onChoose, onClose }: Props) {
  const t = useTranslations('calendar');
  const { dateTime } = useFormatter();
  const inside = useRef<HTMLDivElement>(null);
  const now = today();
  const within = (day: string): string => (day < min ? min : day > max ? max : day);
  const [day, setDay] = useState(() => within(value || now));
  const weeks = weeksOf(day);
  const at = (one: string): Date => new Date(`${one}T00:00:00Z`);
  const words = (one: string, format: DateTimeFormatOptions) =>
    dateTime(at(one), { ...format, timeZone: 'UTC' });

  useLayoutEffect(() => {
    const field = anchor.current?.getBoundingClientRect();
    if (field) placeBeside(inside.current!.parentElement!, field);
  }, [anchor]);
  // The day that keys have led to, and the first one when it opens.
  useEffect(() => inside.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus(), [day]);

  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    setDay(within(step(day)));
  };

  const turn = (months: number) => (
    <button
      type="button"
      className={`${classes.turn} lit`}
      aria-label={t(months < 0 ? 'previous' : 'next')}
      onClick={() => setDay(within(plusMonths(day, months)))}
    >
      {months < 0 ? <IconChevronLeft size={20} aria-hidden /> : <IconChevronRight size={20} aria-hidden />}
    </button>
  );

  return (
    <BareDialog
      className={classes.calendar}
      aria-label={t('title')}
      onClose={onClose}
      closeOnClickOutside
      onKeyDown={onKey}
    >
      <div ref={inside} className={classes.inside}>
        <div className={`${classes.head} row spreads`}>
          {turn(-1)}
          <strong aria-live="polite">{words(day, { month: 'long', year: 'numeric' })}</strong>
          {turn(1)}
        </div>
        <table className={classes.month}>
          <thead>
            <tr>
              {weeks[0]!.map((one) => (
                <th key={one} scope="col" abbr={words(one, { weekday: 'long' })} className="fine">
                  {words(one, { weekday: 'short' })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((one) => (
                  <td key={one}>
                    <button
                      type="button"
                      className={`${classes.day} lit`}
                      data-day={one}
                      data-beside={one.slice(0, 7) !== day.slice(0, 7) || undefined}
                      aria-label={words(one, { day: 'numeric', month: 'long', year: 'numeric' })}
                      aria-pressed={one === value}
                      aria-current={one === now ? 'date' : undefined}
                      tabIndex={one === day ? 0 : -1}
                      disabled={one < min || one > max}
                      onClick={() => onChoose(one)}
                    >
                      {Number(one.slice(8))}
                    </button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <div className="beside spreads">
          <button
            type="button"
            className={`${classes.link} lit`}
            disabled={now < min || now > max}
            onClick={() => onChoose(now)}
          >
            {t('today')}
          </button>
          {value && (
            <button type="button" className={`${classes.link} lit`} onClick={() => onChoose('')}>
              {t('clear')}
            </button>
          )}
        </div>
      </div>
    </BareDialog>
  );
}

/** Below the field, or above it where there is no room. */
function placeBeside(element: HTMLElement, field: DOMRect): void {
  const { width, height } = element.getBoundingClientRect();
  const below = field.bottom + SPACE;
  const top = below + height <= innerHeight - SPACE ? below : Math.max(SPACE, field.top - SPACE - height);
  const left = Math.max(SPACE, Math.min(field.left, innerWidth - width - SPACE));
  // By its place: what speaks to everybody stands in it, fixed to the window.
  element.style.inset = `${top}px auto auto ${left}px`;
}
