import { useEffect, useEffectEvent } from 'react';
import type { Started } from './attempt-run.ts';

interface Options {
  enabled: boolean;
  question: Started['questions'][number] | undefined;
  index: number;
  go: (index: number) => void;
  toggle: (question_id: number, answer_id: number) => void;
  mark: (question_id: number) => void;
}

/** Digits choose an answer, left and right change the question, M marks it; up and down stay with the radio buttons. */
export function usePaperKeys({ enabled, question, index, go, toggle, mark }: Options): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!enabled || !question || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return;
    const answer = /^Digit[1-9]$/.test(event.code)
      ? question.answers[Number(event.code.slice(5)) - 1]
      : undefined;
    if (answer) toggle(question.id, answer.id);
    else if (event.key === 'ArrowLeft') go(index - 1);
    else if (event.key === 'ArrowRight') go(index + 1);
    else if (event.code === 'KeyM') mark(question.id);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('textarea, select, input:not([type="radio"], [type="checkbox"])')
  );
}
