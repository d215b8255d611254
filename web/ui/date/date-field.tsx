import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextInput, type TextInputProps } from '../control/field/text-input.tsx';
import { laterOver } from '../../lib/page/later.tsx';
import { readsAsDate } from '../../lib/words/wall-clock.ts';
import classes from './date-field.module.css';
import { readDay, readMoment, readTime, written } from './written-date.ts';

const Calendar = laterOver(() => import('./calendar.tsx'), { words: ['calendar'] });

/** When a moment begins whose day alone was chosen. */
const USUAL_TIME = '09:00';

interface Props extends Pick<
  TextInputProps,
  'label' | 'aria-label' | 'description' | 'required' | 'withAsterisk' | 'name' | 'className' | 'disabled'
> {
  /**
   * As it is sent: `2026-11-23`, `2026-11-23T09:05` or `09:05`; '' where nothing stands. Text that is no date, or none between
   * `min` and `max`, is told as it is typed: no contract takes it, and it is not taken for none.
   */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: ReactNode;
  leftSection?: ReactNode;
  leftSectionWidth?: string;
}

interface DayProps extends Props {
  min?: string;
  max?: string;
}

/** A day, written 23.11.2026 in every language or chosen in a calendar: `<DayField label=… {...form.field('due_on')} />`. */
export function DayField(props: DayProps) {
  return <WrittenField {...props} kind="day" read={readDay} />;
}

/** A day and a time of 24 hours, 23.11.2026 09:05; sent without a zone, as the person's own or as a field beside it says. */
export function MomentField(props: DayProps) {
  return <WrittenField {...props} kind="moment" read={readMoment} />;
}

/** A time of 24 hours, 09:05. */
export function TimeField(props: Props) {
  return <WrittenField {...props} kind="time" read={readTime} />;
}

type Kind = 'day' | 'moment' | 'time';

const isSent = (kind: Kind, held: string): boolean =>
  kind === 'time' ? readTime(held) === held : readsAsDate(held);
const isFaulty = (kind: Kind, held: string): boolean => held !== '' && !isSent(kind, held);

const shownOf = (kind: Kind, held: string): string =>
  kind === 'time' || !readsAsDate(held) ? held : written(held);

/** What is told of text that is no date; of one out of bounds never what would be sent of it. */
function typedOf(text: string): string {
  const words = text.trim();
  return readsAsDate(words) ? written(words) : words;
}

interface WrittenProps extends DayProps {
  kind: Kind;
  read: (text: string, isFinished?: boolean) => string | null;
}

function WrittenField({
  kind,
  read,
  value,
  onChange,
  onBlur,
  error,
  min = '2000-01-01',
  max = '2199-12-31',
  ...field
}: WrittenProps) {
  const t = useTranslations('shell.dates');
  const [text, setText] = useState(() => shownOf(kind, value));
  const [isWrong, setWrong] = useState(() => isFaulty(kind, value));
  const [opened, setOpened] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const told = useRef(value);

  // Set from outside; what is being typed stays as it is.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setText(shownOf(kind, value));
    setWrong(isFaulty(kind, value));
  }, [kind, value]);

  const readable = (words: string, isFinished: boolean): string | null => {
    const found = read(words, isFinished);
    const day = found?.slice(0, 10) ?? '';
    return kind !== 'time' && (day < min || day > max) ? null : found;
  };

  function tell(next: string): void {
    if (next === told.current) return;
    told.current = next;
    onChange(next);
  }

  function leave(): void {
    const found = readable(text, true);
    if (found) setText(shownOf(kind, found));
    tell(found ?? typedOf(text));
    setWrong(text.trim() !== '' && !found);
    onBlur?.();
  }

  function choose(day: string): void {
    const time = (readsAsDate(value) && value.split('T')[1]) || USUAL_TIME;
    const next = kind === 'moment' && day ? `${day}T${time}` : day;
    setText(shownOf(kind, next));
    setWrong(false);
    tell(next);
    setOpened(false);
    // The focus is let go of by the calendar first.
    setTimeout(() => input.current?.focus());
  }

  return (
    <>
      <TextInput
        {...field}
        ref={input}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t(`${kind}_form`)}
        value={text}
        error={isWrong || (error && isFaulty(kind, value)) ? t('wrong', { form: t(`${kind}_form`) }) : error}
        onChange={(event) => {
          const words = event.currentTarget.value;
          setText(words);
          setWrong(false);
          tell(readable(words, false) ?? typedOf(words));
        }}
        onBlur={leave}
        rightSection={
          kind !== 'time' && (
            <button
              type="button"
              className={`${classes.open} reaches lit`}
              aria-label={t('open')}
              aria-haspopup="dialog"
              disabled={field.disabled}
              onClick={() => setOpened(true)}
            >
              <IconCalendar size={18} aria-hidden />
            </button>
          )
        }
      />
      {opened && (
        <Calendar
          anchor={input}
          value={readsAsDate(value) ? value.slice(0, 10) : ''}
          min={min}
          max={max}
          onChoose={choose}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}
