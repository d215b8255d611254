import type { Client } from 'pg';
import { DAY } from './journey.ts';
import { PEOPLE } from './people.ts';

/** What the chapters of the demo company's story share: who and what is there by now, and who does what comes next. */
export class Story {
  readonly #client: Client;
  readonly now: number;
  /** Ids by the keys that the chapters use. */
  readonly people = new Map<string, number>();
  readonly groups = new Map<string, number>();
  readonly courses = new Map<string, number>();
  /** Folders of the bank of questions, by their names. */
  readonly folders = new Map<string, number>();
  company = 0;

  constructor(client: Client, now: number) {
    this.#client = client;
    this.now = now;
  }

  /** What follows is done by this person, so many days ago, as one change of the history. */
  async actAs(key: string, daysAgo: number): Promise<void> {
    const { user_type } = PEOPLE.find((it) => it.key === key)!;
    await this.rows(
      `select set_config('app.user', $1, true), set_config('app.user_type', $2, true), set_config('app.now', $3, true),
              set_config('app.change', '', true)`,
      [String(this.person(key)), user_type, this.at(daysAgo).toISOString()],
    );
  }

  person(key: string): number {
    const id = this.people.get(key);
    if (id === undefined) throw new Error(`Nobody in the demo company is called ${key}`);
    return id;
  }

  at(daysAgo: number): Date {
    return new Date(this.now - daysAgo * DAY);
  }

  /** Eight o'clock UTC of a day in the past. */
  morning(daysAgo: number): number {
    return Math.floor((this.now - daysAgo * DAY) / DAY) * DAY + DAY / 3;
  }

  async rows<Row extends object = object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await this.#client.query<Row>(text, values);
    return rows;
  }
}
