import { restoreBankQuestion } from '#contract/exams/bank';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { codeOf, errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { showWarning } from '../../../../lib/page/toasts.ts';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { personName } from '../../../../lib/words/person-name.ts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import type { BankQuestion } from './banked-store.ts';
import { QuestionDifference } from './question-difference.tsx';

interface Props {
  read: BankQuestion;
  /** Its words are to be read anew: another version came back, or came from another window. */
  onRestored: () => void;
  onStale: () => void;
}

/** What a question said before, the latest first, each with what it changed. */
export default function QuestionVersions({ read, onRestored, onStale }: Props) {
  const { id, version, versions } = read;
  const t = useTranslations('bank.versions');
  const [shown, setShown] = useState<number | null>(null);
  const errorText = useErrorText();
  const restore = useAction(restoreBankQuestion, {
    onDone: onRestored,
    onError: (error) => {
      showWarning(errorText(errorOf(error)));
      if (codeOf(error) === 'bank_question_changed') onStale();
    },
  });
  return (
    <Section title={t('title')}>
      <ol className="plain">
        {versions.map(({ number, created_at, author, question }, place) => {
          const before = versions[place + 1]?.question;
          return (
            <li key={number} className="ruled roomy">
              <div className="cluster gap-5">
                <span className="strong">{t('number', { number })}</span>
                <span className="quiet">
                  {personName(author)}, {dateTimeText(created_at)}
                </span>
                {before && (
                  <Button
                    variant="subtle"
                    size="compact-md"
                    aria-expanded={shown === number}
                    onClick={() => setShown(shown === number ? null : number)}
                  >
                    {t('changes')}
                  </Button>
                )}
                {number < version && (
                  <Button
                    variant="subtle"
                    size="compact-md"
                    loading={restore.busy}
                    aria-label={t('restore_number', { number })}
                    onClick={() => void restore.run({ params: { id }, body: { number, version } })}
                  >
                    {t('restore')}
                  </Button>
                )}
              </div>
              {before && shown === number && <QuestionDifference before={before} after={question} />}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
