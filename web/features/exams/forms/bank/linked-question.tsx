import { settleLink } from '#contract/exams/bank';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { showSuccess, showWarning } from '../../../../lib/page/toasts.ts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Switch } from '../../../../ui/control/choice/switch.tsx';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { useBuilder } from '../builder-context.ts';
import { type QuestionDraft, questionErrors, type Typed } from '../draft.ts';
import editor from '../questions/question-editor.module.css';
import { WholeNumber } from '../whole-number.tsx';
import type { BankLink } from './links.ts';
import { QuestionDifference } from './question-difference.tsx';

type Answer = QuestionDraft['answers'][number];

interface Props {
  question: QuestionDraft;
  link: BankLink;
  most: Typed;
}

/** A question that says what the bank says: only what it counts and whether it must be answered are the test's own. */
export default function LinkedQuestion({ question, link, most }: Props) {
  const forms = useTranslations('forms');
  const t = useTranslations('bank.link');
  const errorText = useErrorText();
  const { store } = useBuilder();
  const error = questionErrors(question, most)['score'];
  const change = (name: string, next: Partial<QuestionDraft>) =>
    store.change(name && `${question.key}.${name}`, {
      questions: store.state().questions.map((one) => (one.key === question.key ? { ...one, ...next } : one)),
    });
  return (
    <div className="stack gap-6">
      <p className="strong flush anywhere">
        <MathText>{question.title}</MathText>
      </p>
      <ul className="stack plain gap-3">
        {question.answers.map((answer) => (
          <li key={answer.key} className="row gap-3 anywhere">
            {answer.is_right_answer && (
              <IconCheck size={18} className="fixed" aria-label={forms('bank.right')} />
            )}
            {[answer.title, answer.match].filter(Boolean).join(' → ')}
            {givesPart(answer, question.credit) && (
              <span className="quiet">{t('percent', { percent: Number(answer.percent) })}</span>
            )}
          </li>
        ))}
      </ul>
      {question.credit === 'parts' && <p className="quiet flush">{forms('parts')}</p>}
      <div className="beside">
        <WholeNumber
          className={editor.score}
          label={forms('score')}
          value={question.score}
          error={error && errorText({ code: error.code, params: error.params ?? {} })}
          onChange={(score) => change('score', { score })}
        />
      </div>
      <Switch
        label={forms('required')}
        checked={question.required}
        onChange={(event) => change('', { required: event.currentTarget.checked })}
      />
      <LinkNotice question={question} link={link} />
    </div>
  );
}

/** Whether an answer gives a part of the points: a text that is not wholly right, or a near miss. */
const givesPart = ({ percent, is_right_answer }: Answer, credit: QuestionDraft['credit']): boolean =>
  Number(percent) > 0 && Number(percent) < 100 && (is_right_answer || credit === 'parts');

/** Which version the test has, what a newer one says, and the ways out. */
function LinkNotice({ link }: Pick<Props, 'question' | 'link'>) {
  const t = useTranslations('bank.link');
  const errorText = useErrorText();
  const { store } = useBuilder();
  const [busy, setBusy] = useState(false);
  const { before, after, version, latest } = link;

  async function settle(action: 'renew' | 'detach'): Promise<void> {
    setBusy(true);
    try {
      await store.byServer(async (given) => {
        await call(settleLink, { params: { id: link.question_id }, body: { action, ...given } });
        await store.reread();
      });
      showSuccess(action === 'renew' ? t('renewed') : t('detached'));
    } catch (error) {
      showWarning(errorText(errorOf(error)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Notice
      tone={latest > version ? 'warning' : 'neutral'}
      title={latest > version ? t('newer', { version, latest }) : t('same', { version })}
    >
      {before && after && <QuestionDifference before={before} after={after} />}
      <div className="cluster gap-4 before-5">
        {latest > version && (
          <Button loading={busy} onClick={() => void settle('renew')}>
            {t('renew')}
          </Button>
        )}
        <Button variant="default" loading={busy} onClick={() => void settle('detach')}>
          {t('detach')}
        </Button>
        <Link to={`/bank/${link.bank_question_id}`}>{t('open')}</Link>
      </div>
    </Notice>
  );
}
