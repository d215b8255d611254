import type { BenchStudent } from '../bench/companies/company.ts';
import type { Screen } from './screens.ts';

interface Held {
  attempt_id: number;
  holder: string;
}

/** A student in the middle of a test, in the tab that holds it: what a reload opens with the first question. */
export async function beginAttempt(
  url: string,
  { access, courses }: BenchStudent,
): Promise<Pick<Screen, 'path' | 'access' | 'hold'>> {
  const { course_id, form_id } = courses[0]!;
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${url}/api/v1/course/${path}`, {
      headers: { Authorization: `Bearer ${access}`, 'Content-Type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
    return (await answer.json()) as T;
  };
  const { material_id } = await ask<{ material_id: number }>(`form_introduction/${form_id}/`);
  await ask('start_form_passing/', { form_id });
  return {
    path: `/course/${course_id}/education-materials/${material_id}/form/${form_id}`,
    access,
    // Each opening takes the attempt over: with what an earlier one held it would be told that another tab has it.
    hold: async () => {
      const { attempt_id, holder } = await ask<Held>('start_form_passing/', { form_id, take_over: true });
      // As web/features/exams/attempts/run/held-attempt.ts keeps it.
      return [`osnova.attempt.${form_id}`, JSON.stringify({ attempt_id, holder })];
    },
  };
}
