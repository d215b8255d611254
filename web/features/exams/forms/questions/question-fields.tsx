import { isByHand, QUESTION_TYPES, type QuestionType, MEASURE_LENGTH } from '#contract/exams/questions';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Switch } from '../../../../ui/control/choice/switch.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { Textarea } from '../../../../ui/control/field/textarea.tsx';
import { useErrorText } from '../../../../lib/api/errors.ts';
import { RichTextEditor } from '../../../../ui/rich-text/rich-text-editor.tsx';
import { AnswerList } from './answer-list.tsx';
import { FeedbackFields } from './feedback-fields.tsx';
import { GapFields } from './gaps/gap-fields.tsx';
import { useQuestionStore } from '../builder-context.ts';
import {
  ofType,
  type QuestionDraft,
  questionErrors,
  trueOrFalse,
  type Typed,
  withSingleRight,
} from '../draft.ts';
import classes from './question-editor.module.css';
import { PlaceFields } from './places/place-fields.tsx';
import { MarkedTerms } from './marked-terms.tsx';
import { QuestionFiles } from './question-files.tsx';
import { useQuestionPicture } from './places/use-question-picture.ts';
import { lacksOf } from '../warnings.ts';
import { WholeNumber } from '../whole-number.tsx';

const TRUE_OR_FALSE = 'true_or_false' as const;
const TYPES = [...QUESTION_TYPES, TRUE_OR_FALSE] as const;

interface Props {
  question: QuestionDraft;
  index: number;
  most: Typed;
}

/** The fields of an opened question. */
export default function QuestionFields({ question, index, most }: Props) {
  const t = useTranslations('forms');
  const errorText = useErrorText();
  const { store, sent } = useQuestionStore();
  const onPicture = useQuestionPicture(question.key);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const errors = questionErrors(question, most);
  const several = question.type === 'choice' && question.multiple_right_answers;

  /** The question as it is now: an editor that loads late holds an older one. */
  function change(name: string, next: Partial<QuestionDraft>): void {
    store.change(name && `${question.key}.${name}`, {
      questions: store.state().questions.map((one) => (one.key === question.key ? { ...one, ...next } : one)),
    });
  }

  /** Another type; a statement is a choice of two answers that it brings along. */
  const typed = (type: string) =>
    type === TRUE_OR_FALSE
      ? trueOrFalse(question, t('true'), t('false'))
      : withTitle(ofType(question, type as QuestionType));

  /** A text with gaps asks for itself. */
  const withTitle = (next: QuestionDraft) =>
    next.type === 'gaps' && next.title.trim() === '' ? { ...next, title: t('gaps_title') } : next;

  const touch = (name: string) => setTouched((before) => new Set(before).add(name));

  function errorAt(name: string): string | undefined {
    const error = errors[name];
    const lack = !error && sent && lacksOf(question)[name];
    if (lack) return lack === 'required' ? errorText({ code: lack, params: {} }) : t(`warnings.${lack}`);
    if (!error || !(sent || touched.has(name) || error.code === 'duplicate_answers')) return undefined;
    return errorText({ code: error.code, params: error.params ?? {} });
  }

  return (
    <div className="stack gap-6">
      <Textarea
        label={t('question_title')}
        required
        minRows={1}
        maxRows={8}
        value={question.title}
        error={errorAt('title')}
        onChange={(event) => change('title', { title: event.currentTarget.value })}
        onBlur={() => touch('title')}
      />
      <div className={classes.description}>
        <RichTextEditor
          label={t('question_description')}
          name={`description-${question.key}`}
          value={question.description}
          error={errorAt('description')}
          onPicture={onPicture}
          onChange={(description) => {
            if (description !== question.description) change('description', { description });
          }}
        />
      </div>
      <div className="wraps tops gap-5">
        <NativeSelect
          className={classes.type}
          label={t('type')}
          data={TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
          value={question.type}
          onChange={(event) => change('', typed(event.currentTarget.value))}
        />
        {question.type === 'number' && (
          <TextInput
            className={classes.unit}
            label={t('unit')}
            maxLength={MEASURE_LENGTH}
            value={question.unit}
            onChange={(event) => change('unit', { unit: event.currentTarget.value })}
          />
        )}
        <WholeNumber
          className={classes.score}
          label={t('score')}
          disabled={question.rubric.length > 0 && isByHand(question.type)}
          value={question.score}
          error={errorAt('score')}
          onChange={(score) => change('score', { score })}
          onBlur={() => touch('score')}
        />
      </div>
      <div className={classes.options}>
        {question.type === 'choice' && (
          <Switch
            label={t('several_right')}
            checked={several}
            onChange={(event) => {
              const next = event.currentTarget.checked;
              change('', {
                multiple_right_answers: next,
                ...(!next && { credit: 'all', answers: withSingleRight(question.answers) }),
              });
            }}
          />
        )}
        {question.type !== 'short_answer' && question.type !== 'number' && !isByHand(question.type) && (
          <Switch
            label={t('parts')}
            checked={question.credit === 'parts'}
            onChange={(event) => change('', { credit: event.currentTarget.checked ? 'parts' : 'all' })}
          />
        )}
        {(question.type === 'short_answer' || question.type === 'gaps') && (
          <Switch
            label={t('match_case')}
            checked={question.match_case}
            onChange={(event) => change('', { match_case: event.currentTarget.checked })}
          />
        )}
        <Switch
          label={t('required')}
          checked={question.required}
          onChange={(event) => change('', { required: event.currentTarget.checked })}
        />
      </div>
      {question.type === 'essay' || question.type === 'upload' ? (
        <MarkedTerms question={question} errorAt={errorAt} onTouch={touch} onChange={change} />
      ) : question.type === 'hotspot' ? (
        <PlaceFields
          question={question}
          errorAt={errorAt}
          onTouch={touch}
          onChange={(next, name = '') => change(name, next)}
        />
      ) : question.type === 'gaps' ? (
        <GapFields
          question={question}
          errorAt={errorAt}
          onTouch={touch}
          onChange={(next, name = '') => change(name, next)}
        />
      ) : (
        <AnswerList
          question={question}
          type={question.type}
          errorAt={errorAt}
          onTouch={touch}
          onChange={(answers, name = '') => change(name, { answers })}
        />
      )}
      <FeedbackFields question={question} errorAt={errorAt} onTouch={touch} onChange={change} />
      <QuestionFiles question={question} index={index} />
    </div>
  );
}
