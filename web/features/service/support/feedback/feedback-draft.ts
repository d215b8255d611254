import type { BodyOf } from '#contract/platform';
import { FEEDBACK_CATEGORIES, type giveFeedback } from '#contract/service/support';
import { safely } from '../../../../lib/api/safely.ts';

type Category = BodyOf<typeof giveFeedback>['category'];

interface Draft {
  category: Category;
  text: string;
  screenshot: Blob | null;
}

/** Pictures stay as long as the page does; words also over a reload, in this tab. */
const screenshots = new Map<number, Blob>();
const keyOf = (user_id: number) => `osnova.feedback.${user_id}`;

/** What a person had written before the dialog was closed. */
export function draftOf(user_id: number): Draft {
  const screenshot = screenshots.get(user_id) ?? null;
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(user_id)) ?? '{}') as Partial<Draft>;
    const category = FEEDBACK_CATEGORIES.find((one) => one === kept.category) ?? 'question';
    return { category, text: typeof kept.text === 'string' ? kept.text : '', screenshot };
  } catch {
    return { category: 'question', text: '', screenshot };
  }
}

export function keepDraft(user_id: number, { category, text, screenshot }: Draft): void {
  safely(() => sessionStorage.setItem(keyOf(user_id), JSON.stringify({ category, text })));
  if (screenshot) screenshots.set(user_id, screenshot);
  else screenshots.delete(user_id);
}

export function forgetDraft(user_id: number): void {
  sessionStorage.removeItem(keyOf(user_id));
  screenshots.delete(user_id);
}
