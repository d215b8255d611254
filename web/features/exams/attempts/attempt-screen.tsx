import { formIntroduction } from '#contract/exams/attempts';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { errorOf, type ShownError, useErrorText } from '../../../lib/api/errors.ts';
import { Loaded, PageSkeleton } from '../../../ui/state/loaded.tsx';
import { useData } from '../../../lib/api/use-data.ts';
import { useFocusScreen } from '../../../lib/page/keys.ts';
import { later } from '../../../lib/page/later.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { ErrorState } from '../../../ui/state/states.tsx';
import type { AttemptRun } from './run/attempt-run.ts';
import { beginAttempt, resumeAttempt, runOf, takeResuming } from './run/begin-attempt.ts';
import { IntroductionSkeleton } from './introduction-skeleton.tsx';
import { begunFor, type Begun, dropBegun, endedAt, heldAttempt } from './run/held-attempt.ts';
import { resultPath } from '../../../lib/paths/result-paths.ts';
import { materialPath } from '../../../lib/paths/material-paths.ts';
import { RunningAttempt } from './run/running-attempt.tsx';
import type { Result } from './attempt.ts';

/** Whoever is in the middle of an attempt needs none. */
const FormIntroduction = later(() => import('./form-introduction.tsx').then((it) => it.FormIntroduction));

interface Props {
  course_id: number;
  material_id: number;
  form_id: number;
  /** The button that saves the certificate that a result earned. */
  certificate: (result: Result) => ReactNode;
  /** What may be asked for where no attempt is left. */
  askAtForm: Parameters<typeof FormIntroduction>[0]['ask'];
  askAtStep: Parameters<typeof RunningAttempt>[0]['ask'];
}

type Stage =
  | { kind: 'opening' }
  | { kind: 'introduction' }
  | { kind: 'running'; run: AttemptRun }
  | { kind: 'failed'; error: ShownError };

/** The screen of a test or exam: goes on where this tab was, or introduces it first; nothing starts by opening an address. */
export function AttemptScreen({ course_id, material_id, form_id, certificate, askAtForm, askAtStep }: Props) {
  const t = useTranslations('attempts');
  const navigate = useNavigate();
  const errorText = useErrorText();
  const [stage, setStage] = useState<Stage>(() => {
    const begun = begunFor(form_id);
    return begun ? { kind: 'running', run: runOf(begun) } : { kind: 'opening' };
  });
  const opening = useRef(false);
  // This tab is in the middle of it, and its paper will have the page to itself: nothing moves as it comes.
  useFocusScreen(stage.kind === 'opening' && heldAttempt(form_id) !== null);
  const ended = endedAt(useLocation().state);
  const introduction = useData(formIntroduction, {
    params: { id: form_id },
    enabled: stage.kind === 'introduction',
  });

  async function open(resuming?: ReturnType<typeof resumeAttempt>): Promise<void> {
    // Its result was shown here before a reload, or before going back.
    if (ended !== null) return void navigate(resultPath(course_id, ended), { replace: true });
    if (opening.current) return;
    opening.current = true;
    setStage({ kind: 'opening' });
    try {
      const resumed = await (resuming ?? resumeAttempt(form_id));
      if (resumed.kind === 'begun') show(resumed.begun);
      else if (resumed.kind === 'not_held') setStage({ kind: 'introduction' });
      else void navigate(resultPath(course_id, resumed.attempt_id), { replace: true });
    } catch (error) {
      setStage({ kind: 'failed', error: errorOf(error) });
    } finally {
      opening.current = false;
    }
  }

  function show(begun: Begun): void {
    setStage({ kind: 'running', run: runOf(begun) });
    dropBegun();
  }

  useEffect(() => {
    dropBegun();
    const resuming = takeResuming(form_id);
    if (stage.kind === 'opening') void open(resuming);
    // Once, when the screen opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  switch (stage.kind) {
    case 'opening':
      return <PageSkeleton />;
    case 'failed':
      return <ErrorState text={errorText(stage.error)} onRetry={() => void open()} />;
    case 'introduction':
      return (
        <Loaded query={introduction}>
          {({ name }) => (
            <>
              <PageHeader
                title={name}
                back={{ to: materialPath(course_id, material_id), label: t('introduction.back') }}
              />
              <Suspense fallback={<IntroductionSkeleton />}>
                <FormIntroduction
                  form_id={form_id}
                  onBegun={(begun) => {
                    show(begun);
                    // The button stood far down, and a paper is read from its top.
                    window.scrollTo({ top: 0 });
                  }}
                  ask={askAtForm}
                />
              </Suspense>
            </>
          )}
        </Loaded>
      );
    case 'running':
      return (
        <RunningAttempt
          key={stage.run.started.holder}
          run={stage.run}
          course_id={course_id}
          form_id={form_id}
          onContinueHere={async () => show(await beginAttempt(form_id, true))}
          certificate={certificate}
          ask={askAtStep}
        />
      );
  }
}
