import type { Started } from '../run/attempt-run.ts';
import { usePressed } from '../../../../lib/page/keys.ts';

interface Options {
  enabled: boolean;
  questions: Started['questions'];
  /** The question shown; null: all are, and the one with the focus is meant. */
  current: number | null;
  go: (index: number) => void;
  toggle: (question_id: number, answer_id: number) => void;
  mark: (question_id: number) => void;
}

/** Digits choose an answer, left and right change the question, M marks it; on a radio button all arrows are its own. */
export function usePaperKeys({ enabled, questions, current, go, toggle, mark }: Options): void {
  usePressed((event: KeyboardEvent) => {
    if (!enabled || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const index = current ?? focusedQuestion();
    const question = index === null ? undefined : questions[index];
    if (index === null || !question) return;
    const answer = /^Digit[1-9]$/.test(event.code)
      ? question.answers[Number(event.code.slice(5)) - 1]
      : undefined;
    if (answer) toggle(question.id, answer.id);
    else if (isRadio(event.target) && event.key.startsWith('Arrow')) return;
    else if (event.key === 'ArrowLeft') go(index - 1);
    else if (event.key === 'ArrowRight') go(index + 1);
    else if (event.code === 'KeyM') mark(question.id);
    else return;
    event.preventDefault();
  });
}

function focusedQuestion(): number | null {
  const card = document.activeElement?.closest<HTMLElement>('[data-question]');
  return card ? Number(card.dataset['question']) : null;
}

function isRadio(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'radio';
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('textarea, select, input:not([type="radio"], [type="checkbox"])')
  );
}
