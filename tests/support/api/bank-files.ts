import type { Company } from '../../factories/company.ts';
import { answerOf } from '../../factories/world.ts';
import { world } from './world.ts';

/** Sends a file of questions into a folder of the bank, as the company's trainer. */
export const sendToBank = async (
  company: Company,
  folder: number,
  body: string | Uint8Array<ArrayBuffer>,
  query: string,
) =>
  answerOf(
    await world.fetch(`/api/v1/bank/import_questions/?folder=${folder}&${query}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${company.people.trainer.client.token}`,
        'Content-Type': 'application/octet-stream',
      },
      body,
    }),
  );
