import { MARKING_LENGTH } from '#contract/exams/questions';
import { useTranslations } from 'use-intl';
import { Textarea } from '../../../../ui/control/field/textarea.tsx';
import type { QuestionDraft } from '../draft.ts';
import { RubricFields } from './rubric-fields.tsx';
import { UploadTerms } from './upload-terms.tsx';
import { WholeNumber } from '../whole-number.tsx';
import classes from './question-editor.module.css';

interface Props {
  question: QuestionDraft;
  errorAt: (name: string) => string | undefined;
  onTouch: (name: string) => void;
  onChange: (name: string, next: Partial<QuestionDraft>) => void;
}

/** What an author says of a question that people mark: how much is to be written or which files are handed in, and a note for those who mark it. */
export function MarkedTerms({ question, errorAt, onTouch, onChange }: Props) {
  const t = useTranslations('forms');
  return (
    <div className="stack gap-5">
      <p className="note flush">{t(question.type === 'upload' ? 'upload_hint' : 'marked_hint')}</p>
      {question.type === 'upload' ? (
        <UploadTerms question={question} onChange={onChange} />
      ) : (
        <div className={classes.measures}>
          <WholeNumber
            label={t('min_words')}
            value={question.min_words}
            error={errorAt('work.min_words')}
            onBlur={() => onTouch('work.min_words')}
            onChange={(min_words) => onChange('work.min_words', { min_words })}
          />
          <WholeNumber
            label={t('max_words')}
            value={question.max_words}
            error={errorAt('work.max_words')}
            onBlur={() => onTouch('work.max_words')}
            onChange={(max_words) => onChange('work.max_words', { max_words })}
          />
        </div>
      )}
      <Textarea
        label={t('marking_note')}
        description={t('marking_note_hint')}
        minRows={2}
        maxRows={10}
        maxLength={MARKING_LENGTH}
        value={question.marking_note}
        onChange={(event) => onChange('marking.note', { marking_note: event.currentTarget.value })}
      />
      <RubricFields question={question} errorAt={errorAt} onTouch={onTouch} onChange={onChange} />
    </div>
  );
}
