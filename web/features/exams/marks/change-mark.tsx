import { getMarkedAnswer } from '#contract/exams/marks';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useData } from '../../../lib/api/use-data.ts';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { resultPath } from '../../../lib/paths/result-paths.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { AnswerToMark } from './answer-to-mark.tsx';
import { MarkForm } from './mark-form.tsx';
import type { Entered } from './mark.ts';
import classes from './marking-screen.module.css';
import { MARKING } from './paths.ts';

/** One answer, come to from its result: with the mark that it has, which another replaces. */
export function ChangeMark({ attempt, question }: { attempt: number; question: number }) {
  const t = useTranslations('marks');
  const navigate = useNavigate();
  const [entered, setEntered] = useState<Entered>();
  const query = useData(getMarkedAnswer, { params: { id: attempt, questionId: question } });
  const { answer, mark = null } = query.data ?? {};
  const result = answer && resultPath(answer.course.id, attempt);
  const goBack = () => void navigate(result!, { replace: true });
  return (
    <div className="stack gap-6">
      <PageHeader
        small
        title={t(query.data && !mark ? 'change.first' : 'change.title')}
        description={answer?.form.name}
        back={result ? { to: result, label: t('change.back') } : { to: MARKING, label: t('title') }}
      />
      <Loaded query={query}>
        {(read) => (
          <div className={classes.pair}>
            <AnswerToMark answer={read.answer} />
            <MarkForm
              key={`${read.answer.stage} ${read.mark?.id}`}
              answer={read.answer}
              change={read}
              draft={entered}
              waiting={false}
              onSkip={null}
              onMarked={() => {
                showSuccess(t('change.saved'));
                goBack();
              }}
              onTaken={goBack}
              onOutdated={(draft) => {
                setEntered(draft);
                void query.refetch();
              }}
            />
          </div>
        )}
      </Loaded>
    </div>
  );
}
