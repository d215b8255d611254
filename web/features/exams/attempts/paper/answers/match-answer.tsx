import { useTranslations } from 'use-intl';
import { NativeSelect } from '../../../../../ui/control/field/native-select.tsx';
import { MathText, useSigns } from '../../../../../ui/rich-text/math-text.tsx';
import { type AnswersProps, byKey } from './answers.ts';
import classes from './answers.module.css';

/** A match to be chosen for each answer, by what the platform has for it. */
export function MatchAnswer({ question, lang, given, locked, onAnswer }: AnswersProps) {
  const t = useTranslations('attempts.question');
  const made = byKey(given);
  const matches = question.options ?? [];
  const inSigns = useSigns([...question.answers, ...matches].map(({ title }) => title));
  const options = [
    { value: '', label: t('no_match') },
    ...matches.map(({ id, title }) => ({ value: String(id), label: inSigns(title) })),
  ];

  // Each place is as high as the longest needs, so that a choice moves nothing.
  const longest = options.reduce((most, { label }) => (label.length > most.length ? label : most), '');
  const chosenOf = (id: number) => options.find(({ value }) => value === String(made[id] ?? ''))?.label;

  function match(answer: number, option: string): void {
    const { [answer]: _before, ...rest } = made;
    onAnswer({ answer_ids: [], response: option === '' ? rest : { ...rest, [answer]: Number(option) } });
  }

  return (
    <ul className={classes.pairs}>
      {question.answers.map(({ id, title }) => (
        <li key={id} className={classes.pair}>
          <span className={classes.title} id={`prompt-${id}`} lang={lang}>
            <MathText>{title}</MathText>
          </span>
          <div className={classes.match} data-longest={longest} data-chosen={chosenOf(id)}>
            <NativeSelect
              aria-label={t('match_of', { answer: inSigns(title) })}
              data={options}
              value={String(made[id] ?? '')}
              disabled={locked}
              onChange={(event) => match(id, event.currentTarget.value)}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
