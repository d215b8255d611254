import { BANK } from '../bank.ts';
import { readQuestions } from '../content.ts';
import type { Story } from '../story.ts';

/** The bank of questions, filled by a trainer before the tests that draw from it. */
export async function fillBank(story: Story): Promise<void> {
  await story.actAs('trainer', 50);
  for (const { name, tags, questions } of BANK) {
    const [folder] = await story.rows<{ id: number }>('select save_folder(null, $1, null) as id', [name]);
    story.folders.set(name, folder!.id);
    await story.rows('select add_bank_questions($1, $2, $3)', [
      folder!.id,
      tags,
      JSON.stringify(readQuestions(questions)),
    ]);
  }
}
