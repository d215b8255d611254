import { getCourse } from '#contract/learning/courses';
import { writtenNumber } from '#contract/platform';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { useData } from '../../../../lib/api/use-data.ts';
import { NextStepCard } from '../../../../ui/step/next-step.tsx';
import type { Result } from '../attempt.ts';
import { nextTry, usedUp } from './next-try.ts';

type Step = Parameters<typeof NextStepCard>[0]['step'];

/** What comes after a result: another try, the next material, or what is waited for. */
export function AfterResult({
  result,
  certificate,
  ask,
}: {
  result: Result;
  /** The button that saves the certificate of the course, where it stands nowhere else. */
  certificate: ReactNode;
  /** What may be asked for where the next step waits for somebody. */
  ask: (step: Step) => ReactNode;
}) {
  const t = useTranslations('attempt_results.result');
  const { course, material_id, passed_successfully } = result;
  const query = useData(getCourse, { params: { id: course.id } });
  // What it opened may not be open any more: the result stays to be read.
  if (query.error) return null;
  if (!query.data) return <Skeleton height={128} radius="lg" />;
  const { education_materials, next_step, certificate: earned } = query.data;
  const tried = education_materials.find(({ id }) => id === material_id);
  const step = (!passed_successfully && nextTry(tried)) || next_step;
  if (!step) return null;
  const again = step.kind === 'go' && step.material?.id === material_id;
  // Another step comes first; what is asked for about this test is asked for here.
  const left = !passed_successfully && step.material?.id !== material_id && usedUp(tried);
  return (
    <>
      <NextStepCard
        course_id={course.id}
        step={step}
        {...(again && { lead: t(passed_successfully ? 'take_again' : 'try_again'), action: t('again') })}
        instead={step.kind === 'done' && earned ? certificate : ask(step)}
      >
        {step.kind === 'done' && earned && (
          <p className="flush">{t('earned', { number: writtenNumber(earned.number) })}</p>
        )}
      </NextStepCard>
      {left && <NextStepCard course_id={course.id} step={left} instead={ask(left)} />}
    </>
  );
}
