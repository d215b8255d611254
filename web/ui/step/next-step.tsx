import type { NextStep } from '#contract/learning/courses';
import { IconArrowRight } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../control/button/button.tsx';
import { leadsOn } from '../../lib/words/leads-on.ts';
import { stepPath, useStepWords } from '../../lib/words/next-step.ts';
import classes from './next-step.module.css';

interface Props {
  course_id: number;
  step: NextStep;
  /** The course's, where the card stands outside of it. */
  color?: string | undefined;
  /** Other words than the step's own, where the page knows more. */
  lead?: string;
  action?: string;
  /** What the material is, where its name does not say so. */
  kind?: string | undefined;
  /** Below the name: which course, what is due. */
  children?: ReactNode;
  /** In place of the button, where nothing can be gone on with: what may be asked for. */
  instead?: ReactNode;
}

/** What a student does next, one press away; or what is waited for. */
export function NextStepCard({ course_id, step, color, kind, children, instead, lead, action }: Props) {
  const words = useStepWords()(step);
  const leads = leadsOn(step);
  const facts = [kind, ...words.facts].filter(Boolean).join(' · ');
  return (
    <section
      className={classes.step}
      data-waits={!leads || undefined}
      data-themed={!!color || undefined}
      style={{ '--theme': color } as CSSProperties}
    >
      <div className={classes.words}>
        <p className="quiet flush">{lead ?? words.lead}</p>
        {step.material && <h2 className={`${classes.name} flush`}>{step.material.name}</h2>}
        {facts && <p className="flush">{facts}</p>}
        {words.text && <p className="flush">{words.text}</p>}
        {children}
      </div>
      {leads ? (
        <Button
          component={Link}
          to={stepPath(course_id, step)}
          size="lg"
          className={`${classes.go} narrow-line`}
          rightSection={<IconArrowRight size={20} aria-hidden />}
        >
          {action ?? words.action}
        </Button>
      ) : (
        instead
      )}
    </section>
  );
}
