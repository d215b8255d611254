import { IconBookmarkFilled } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { SegmentedControl } from '../../../../ui/control/choice/segmented-control.tsx';
import type { Started } from '../run/attempt-run.ts';
import classes from './question-map.module.css';
import type { Page } from './sections/pages.ts';
import { SIZES, type View } from './use-choice.ts';

interface Props {
  questions: Started['questions'];
  /** null: all questions are on the page. */
  current: number | null;
  answered: ReadonlySet<number>;
  /** Answered, but for a part. */
  partial: ReadonlySet<number>;
  marked: ReadonlySet<number>;
  view: View | 'section';
  /** null: the test says how its questions are shown. */
  onView: ((view: View) => void) | null;
  /** The sections, or all of it. */
  parts: readonly Page[];
  /** Whether a question can be gone to: where there is no going back, none of another page. */
  canGo: (index: number) => boolean;
  size: (typeof SIZES)[number];
  onSize: (size: (typeof SIZES)[number]) => void;
  /** Whether single keys answer, where there is a keyboard. */
  keys: boolean;
  onKeys: (keys: boolean) => void;
  onGo: (index: number) => void;
}

/** All questions at a glance, section by section; and how somebody likes to have them. */
export function QuestionMap(props: Props) {
  const { questions, answered, view, onView, parts, size, onSize, keys, onKeys } = props;
  const t = useTranslations('attempts.map');
  return (
    <div className={classes.map}>
      <p className="flush strong">{t('answered', { answered: answered.size, total: questions.length })}</p>
      <div className={`${classes.parts} stack gap-5`}>
        {parts.map((part) => (
          <Part key={part.from} part={part} {...props} />
        ))}
      </div>
      {onView && (
        <SegmentedControl
          fullWidth
          aria-label={t('view')}
          value={view}
          onChange={(next) => onView(next as View)}
          data={[
            { value: 'one', label: t('one') },
            { value: 'all', label: t('all') },
          ]}
        />
      )}
      <fieldset className={classes.sizes}>
        <legend className="unseen">{t('size')}</legend>
        {SIZES.map((one) => (
          <button
            key={one}
            type="button"
            className={`${classes.size} lit`}
            data-size={one}
            aria-label={`${t('size')}: ${t(`size_${one}`)}`}
            aria-pressed={one === size}
            onClick={() => onSize(one)}
          >
            A
          </button>
        ))}
      </fieldset>
      <label className={classes.keys}>
        <input type="checkbox" checked={keys} onChange={(event) => onKeys(event.currentTarget.checked)} />
        <span className="stack">
          {t('use_keys')}
          <span className="fine">{t('keys')}</span>
        </span>
      </label>
    </div>
  );
}

/** The questions of a section, with how many of them are answered. */
function Part({ part, ...props }: Props & { part: Page }) {
  const { section, from, to } = part;
  const t = useTranslations('attempts');
  const own = props.questions.slice(from, to);
  const cells = <Cells {...props} questions={own} from={from} />;
  if (!section) return cells;
  const { number, words } = section;
  return (
    <section className="stack gap-3" aria-labelledby={`map-section-${number}`}>
      <h3 className={classes.part} id={`map-section-${number}`}>
        <span>{words.title || t('section.name', { number })}</span>
        <span className="quiet regular">
          {own.filter(({ id }) => props.answered.has(id)).length}/{own.length}
        </span>
      </h3>
      {cells}
    </section>
  );
}

/** A cell for each question: answered, in part or not at all, marked for later. */
function Cells(props: Props & { from: number }) {
  const { questions, from, current, answered, partial, marked, canGo, onGo } = props;
  const t = useTranslations('attempts.map');
  return (
    <ol className={classes.cells}>
      {questions.map((question, place) => {
        const index = from + place;
        const { id } = question;
        const state = partial.has(id) ? 'partial' : answered.has(id) ? 'answered' : 'open';
        const isMarked = marked.has(id);
        return (
          <li key={id}>
            <button
              type="button"
              className={`${classes.cell} lit`}
              data-state={state}
              aria-current={index === current ? 'step' : undefined}
              aria-label={t(`cell_${state}${isMarked ? '_marked' : ''}`, { number: index + 1 })}
              disabled={!canGo(index)}
              onClick={() => onGo(index)}
            >
              {index + 1}
              {question.required && state === 'open' && <span className="bad">*</span>}
              {isMarked && <IconBookmarkFilled className={classes.flag} size={13} aria-hidden />}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
