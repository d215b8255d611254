import type { NextStep } from '#contract/learning/courses';
import { laterOver } from '../../lib/page/later.tsx';

const AskRetake = laterOver(
  () => import('../../features/exams/attempts/ask-retake.tsx').then((it) => it.AskRetake),
  { words: ['attempts'] },
);

/** Where a student who has no attempt left asks for another one. */
export const askAtForm = (form_id: number) => <AskRetake form_id={form_id} />;

const WAITING: readonly NextStep['kind'][] = ['exhausted', 'rejected', 'renew_exhausted'];

export const askAtStep = ({ kind, material }: NextStep) =>
  WAITING.includes(kind) && material?.form_id ? askAtForm(material.form_id) : null;
