import { pictureOf } from '#contract/exams/questions';
import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { letterOf } from '../../../lib/page/keys.ts';
import { Checkbox } from '../../../ui/control/choice/checkbox.tsx';
import { TextInput } from '../../../ui/control/field/text-input.tsx';
import { MarkedPlaces } from '../../../ui/places/marked-places.tsx';
import { MathText } from '../../../ui/rich-text/math-text.tsx';
import { type Asked, type Line, readLine } from './sheet.ts';
import classes from './sheet-screen.module.css';

interface Props {
  question: Asked;
  /** From 1. */
  number: number;
  line: Line;
  onChange: (line: Line) => void;
}

/** One question of a sheet: what was written there, and how it is understood. */
export function SheetLine({ question, number, line, onChange }: Props) {
  const t = useTranslations('sheets');
  const { type, title, gaps = [], hotspot } = question;
  const count = type === 'gaps' ? gaps.length : 1;
  return (
    <li className={`${classes.line} ruled`}>
      <p className="flush anywhere" id={`sheet-${question.id}`}>
        <span className="strong">{number}.</span> <MathText>{title}</MathText>
      </p>
      {type === 'hotspot' ? (
        <Places question={question} line={line} onChange={onChange} most={hotspot?.places ?? 1} />
      ) : question.has_rubric ? (
        <Checkbox
          label={t('written')}
          description={t('written_hint')}
          checked={line.texts[0] === '?'}
          data-line
          onChange={(event) => onChange({ ...line, texts: [event.currentTarget.checked ? '?' : ''] })}
        />
      ) : (
        <div className="stack gap-3">
          {Array.from({ length: count }, (_, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- gaps have no other name
            <LineField key={place} {...{ question, number, line, onChange, place }} />
          ))}
        </div>
      )}
    </li>
  );
}

function LineField({ question, number, line, onChange, place }: Props & { place: number }) {
  const t = useTranslations('sheets');
  const { type, gaps = [], unit, score } = question;
  const read = readLine(question, line);
  const wrong = read.wrong[place];
  const isLetters =
    type === 'choice' || type === 'ordering' || type === 'matching' || Boolean(gaps[place]?.options);
  const isMark = type === 'essay' || type === 'upload';
  const text = line.texts[place] ?? '';
  const said = read.said[place] ?? '';
  const set = (next: string) =>
    onChange({
      ...line,
      texts: Array.from({ length: Math.max(place + 1, line.texts.length) }, (_, n) =>
        n === place ? next : (line.texts[n] ?? ''),
      ),
    });

  // Papers have Latin letters, whichever layout is on.
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (!isLetters || event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = /^\p{Script=Cyrillic}$/u.test(event.key) ? letterOf(event.nativeEvent) : null;
    if (!letter) return;
    event.preventDefault();
    const input = event.currentTarget;
    input.setRangeText(letter.toUpperCase(), input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
    set(input.value);
  }

  return (
    <div>
      <TextInput
        aria-label={t(type === 'gaps' ? 'line_gap' : 'line', { number, gap: place + 1 })}
        aria-describedby={`sheet-${question.id}`}
        placeholder={hintOf(t, question, place)}
        leftSection={type === 'gaps' ? <span className="quiet">{place + 1}</span> : undefined}
        rightSection={
          isMark ? (
            <span className="quiet">/ {score}</span>
          ) : unit ? (
            <span className="quiet">{unit}</span>
          ) : undefined
        }
        autoComplete="off"
        autoCapitalize={isLetters ? 'characters' : 'off'}
        spellCheck={false}
        maxLength={type === 'gaps' ? 200 : 1000}
        data-line
        value={text}
        error={wrong ? t(`wrong.${wrong}`, { most: score }) : undefined}
        onKeyDown={press}
        onChange={(event) => set(event.currentTarget.value)}
      />
      {said && !wrong && <p className="fine flush anywhere">{said}</p>}
    </div>
  );
}

type Words = ReturnType<typeof useTranslations<'sheets'>>;

function hintOf(t: Words, { type, multiple_right_answers, gaps = [] }: Asked, place: number): string {
  if (type === 'choice') return multiple_right_answers ? 'A C' : 'A';
  if (type === 'ordering') return 'B A C';
  if (type === 'matching') return 'B – A';
  if (type === 'gaps') return gaps[place]?.options ? 'A' : t('words');
  if (type === 'essay' || type === 'upload') return t('points_hint');
  return t(type === 'number' ? 'a_number' : 'words');
}

function Places({ question, line, onChange, most }: Omit<Props, 'number'> & { most: number }) {
  const t = useTranslations('sheets');
  const picture = pictureOf(question.files);
  if (!picture) return null;
  return (
    <MarkedPlaces
      picture={picture}
      alt={question.hotspot?.alt || t('picture')}
      most={most}
      marks={line.marks}
      words={{
        surface: t('place_surface', { most }),
        keys: t('place_keys'),
        set: (count) => t('marks_set', { count, most }),
        full: t('marks_full'),
        at: (place) => t('mark_at', place),
        number: (number, place) => t('mark_number', { number, place }),
        move: (number, place) => t('mark_move', { number, place }),
        remove: (number) => t('mark_remove', { number }),
        remove_short: t('mark_remove_short'),
      }}
      onMark={(marks) => onChange({ ...line, marks })}
    />
  );
}
