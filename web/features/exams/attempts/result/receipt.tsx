import { IconChevronDown, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useTitleOf } from '../../../../lib/words/title-of.ts';
import { dateTimeText, timeText } from '../../../../lib/words/dates.ts';
import { Facts } from '../../../../ui/page/panel.tsx';
import type { Finished } from '../run/world.ts';
import classes from './receipt.module.css';
import { AttemptResult } from './result-screen.tsx';
import type { Result } from '../attempt.ts';

interface Props {
  course_id: number;
  attempt_id: number;
  form_name: string;
  finished: Finished;
  certificate: (result: Result) => ReactNode;
  ask?: Parameters<typeof AttemptResult>[0]['ask'];
}

/** The result right after handing in, and folded what the student holds in hand. */
export function Receipt({ course_id, attempt_id, form_name, finished, certificate, ask }: Props) {
  const t = useTranslations('attempts.receipt');
  const heading = useRef<HTMLHeadingElement>(null);
  useTitleOf(form_name);
  const { finished_at, answers, checksum } = finished.receipt;
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={classes.name}>
        {form_name}
      </h1>
      <AttemptResult
        id={attempt_id}
        course_id={course_id}
        below
        certificate={certificate}
        ask={ask}
        receipt={
          <details className={classes.receipt}>
            <summary className={classes.title}>
              <IconCircleCheck size={22} aria-hidden />
              <span className="takes-room">
                {t('title')} <span className="fine">{timeText(finished_at)}</span>
              </span>
              <IconChevronDown size={20} aria-hidden className="turns" />
            </summary>
            <Facts
              facts={[
                [t('time'), `${dateTimeText(finished_at).split(',')[0]}, ${timeText(finished_at)}`],
                [t('answers'), t('answer_count', { count: answers })],
                [t('checksum'), <code key="checksum">{checksum}</code>],
              ]}
            />
          </details>
        }
      />
    </>
  );
}
