import type { questionBank } from '#contract/exams/forms';
import type { ResponseOf } from '#contract/platform';
import { IconCheck, IconPaperclip } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';
import classes from '../form-builder.module.css';

type Question = ResponseOf<typeof questionBank>['results'][number];

interface Props {
  question: Pick<Question, 'id' | 'title' | 'answers' | 'files'>;
  /** Where it lies. */
  place: string;
  /** Its test forbids copying. */
  forbidden?: boolean;
  chosen: boolean;
  onToggle: (id: number) => void;
}

/** A question that can be chosen, with its answers. */
export function OfferedQuestion({ question, place, forbidden = false, chosen, onToggle }: Props) {
  const t = useTranslations('forms.bank');
  const { id, title, answers, files } = question;
  return (
    <li>
      <label className="lit locks" data-locked={forbidden || undefined}>
        <input type="checkbox" checked={chosen} disabled={forbidden} onChange={() => onToggle(id)} />
        <span className="stack shrinks anywhere gap-2">
          <span className="strong">
            <MathText>{title}</MathText>
          </span>
          <span className="quiet">
            {place}
            {files > 0 && (
              <>
                {' · '}
                <IconPaperclip size={14} aria-hidden /> {files}
              </>
            )}
          </span>
          {forbidden && <span className="bad small">{t('forbidden')}</span>}
          <span className={classes.offered}>
            {answers.map((answer, number) => (
              <span key={number} className={`row gap-2 ${answer.is_right_answer ? 'strong' : ''}`}>
                {answer.is_right_answer && <IconCheck size={14} aria-label={t('right')} />}
                {answer.match === undefined ? answer.title : `${answer.title} → ${answer.match}`}
              </span>
            ))}
          </span>
        </span>
      </label>
    </li>
  );
}
