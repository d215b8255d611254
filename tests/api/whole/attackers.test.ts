import { env } from 'cloudflare:workers';
import { expect, inject, test } from 'vitest';
import { startAttempt } from '../../factories/attempt.ts';
import type { Company } from '../../factories/company.ts';
import { Client, type Answer, type World } from '../../factories/world.ts';
import {
  ATTACKS,
  HONEST,
  MARK,
  tokensIn,
  type Honest,
  type HonestThings,
  type ReadMail,
  type Stage,
} from '../../models/attackers.ts';
import { textOfPdf } from '../../support/pdf-text.ts';
import { randomFrom } from '../../support/random.ts';
import { address, givePassword, PASSWORD } from '../../support/api/accounts.ts';
import { aCompany, asSystem, world } from '../../support/api/world.ts';

const { ATTACK_SEQUENCES } = env as unknown as Record<string, string>;
const SEED = inject('seed');
const STEPS = 24;
const EVIL_PASSWORD = 'Lykhodij-2026';

/** In lower case, since e-mail addresses hold it as well. */
const newCanary = () => `kanarka${crypto.randomUUID().slice(0, 8)}`;

/** Writes a canary into all that a company says of its people and itself. */
const plant = (company: Company, canary: string) =>
  asSystem(
    ['update companies set name = $2, description = $2 where id = $1', [company.id, canary]],
    [
      'update memberships set position = $2, subdivision = $2, comment = $2 where company_id = $1',
      [company.id, canary],
    ],
    [
      'update users set first_name = $2, last_name = $2, middle_name = $2 where id in (select user_id from memberships where company_id = $1)',
      [company.id, canary],
    ],
  );

/** A world that tells what it answered. */
const watchedWorld = (seen: (path: string, text: string) => void): World => ({
  ...world,
  async fetch(path, init) {
    const response = await world.fetch(path, init);
    seen(path, await response.clone().text());
    return response;
  },
});

async function mailsTo(recipient: string): Promise<ReadMail[]> {
  return asSystem<ReadMail>([
    'select subject, text from mails where recipient = $1 order by id desc',
    [recipient],
  ]);
}

const aPhone = (random: () => number) => `+38067${String(Math.floor(random() * 1e7)).padStart(7, '0')}`;

async function target(company: Company, role: 'admin' | 'student', phone: string): Promise<Honest> {
  const person = company.people[role];
  await givePassword(person);
  await asSystem(['update users set phone = $2 where id = $1', [person.id, phone]]);
  return { email: person.email, phone, password: PASSWORD, client: person.client };
}

/** Gives a company what it keeps to itself, with the canary in all of its words. */
async function furnish(company: Company, canary: string): Promise<HonestThings> {
  const owner = company.as('owner');
  const idOf = async (path: string, body: object): Promise<number> => {
    const { body: made, text } = await owner.post(path, body);
    if (!made?.id) throw new Error(`${path}: ${text}`);
    return made.id;
  };
  const essay = { title: canary, type: 'essay', score: 5, marking: { note: canary }, answers: [] };
  const exam = await company.anExam({ questions: [essay] });
  const { attempt_id, finish } = await startAttempt(company.as('student'), exam);
  const question_id = exam.questions[0]!.id;
  await finish([{ question_id, answer_ids: [], response: canary, seq: 1 }]);
  const form = `/course/course/${exam.course.id}/form/${exam.form_id}`;
  await owner.post(`${form}/access_code/`, { code: canary });
  const folder_id = await idOf('/bank/folders/', { name: canary });
  const answers = [
    { title: canary, is_right_answer: true },
    { title: 'no', is_right_answer: false },
  ];
  const question = { title: canary, answers };
  const material = `/course/course/${exam.course.id}/educational_material/${exam.material_id}`;
  return {
    course_id: exam.course.id,
    material_id: exam.material_id,
    form_id: exam.form_id,
    question_id,
    attempt_id,
    run_id: await idOf(`${form}/print_runs/`, {}),
    folder_id,
    bank_question: await idOf('/bank/questions/', { folder_id, question }),
    note_id: await idOf(`${material}/note/`, { text: canary }),
  };
}

/** What of a company its attackers could have left behind: nothing. */
const leftBehind = (company: number) =>
  asSystem([
    `select 'note' as what from notes where company_id = $1 and text like $2
     union all select 'no note' where not exists (select from notes where company_id = $1)
     union all select 'code' from access_codes where company_id = $1 and code = $2
     union all select 'mark' from marks where company_id = $1
     union all select 'sheet' from paper_sheets where company_id = $1
     union all select 'tag' from bank_entries where company_id = $1 and $2 = any (tags)
     union all select 'time' from memberships where company_id = $1 and extra_percent + extra_minutes > 0`,
    [company, MARK],
  ]);

interface Watched {
  stage: Stage;
  canary: string;
  leaks: string[];
}

async function aStage(random: () => number): Promise<Watched> {
  const canary = newCanary();
  const leaks: string[] = [];
  const spied = watchedWorld((path, text) => {
    if (text.includes(canary)) leaks.push(path);
  });
  const watched = (access: string | null) => new Client(spied, access);
  const [home, evil] = [await aCompany(), await aCompany()];
  const [homeGroup, evilGroup] = [await home.aGroup(), await evil.aGroup()];
  await asSystem(['update users set phone = null where id = $1', [evil.people.owner.id]]);
  const targets = [
    await target(home, 'admin', aPhone(random)),
    await target(home, 'student', aPhone(random)),
  ];
  await plant(home, canary);
  const things = await furnish(home, canary);
  const stage: Stage = {
    world,
    anonymous: watched(null),
    home: {
      id: home.id,
      owner: home.as('owner'),
      manager: home.as('manager'),
      group_id: homeGroup.id,
      things,
    },
    hire: { email: address('hire'), phone: aPhone(random), password: PASSWORD, client: null },
    targets,
    honestIds: async () =>
      (
        await asSystem<{ user_id: number }>([
          'select user_id from memberships where company_id = $1',
          [home.id],
        ])
      ).map(({ user_id }) => user_id),
    evil: { id: evil.id, group_id: evilGroup.id, mailbox: evil.people.owner.email, password: EVIL_PASSWORD },
    attackers: [
      watched(evil.as('owner').token),
      watched(evil.as('manager').token),
      watched(evil.as('student').token),
    ],
    mailsTo,
    linksOnSheet: async ({ status }: Answer) => (status === 200 ? lastSheet() : []),
    loot: new Set(),
    watched,
  };
  // A PDF does not pass through a text unharmed, so its bytes are taken on their way.
  let sheet: Uint8Array | null = null;
  const ask = spied.fetch.bind(spied);
  spied.fetch = async (path, init) => {
    const response = await ask(path, init);
    if (path.endsWith('/sign_in_sheets/') && response.ok)
      sheet = new Uint8Array(await response.clone().arrayBuffer());
    return response;
  };
  const lastSheet = async () => (sheet ? tokensIn((await textOfPdf(sheet)).join('')) : []);
  return { stage, canary, leaks };
}

/** Throttles would make the attackers harmless by themselves. */
const forgetTries = () => asSystem(['delete from sign_in_failures']);

/** No session of an attacker is inside, and nothing that they read is of somebody honest. */
async function expectNobodyInside({ stage, canary, leaks }: Watched, told: string): Promise<void> {
  for (const attacker of stage.attackers) {
    const { body } = await attacker.get('/accounts/user_info/');
    const spaces = ((body?.spaces ?? []) as { id: number }[]).map(({ id }) => id);
    expect(spaces, `an attacker's session after ${told}`).not.toContain(stage.home.id);
    const switched = await attacker.post('/space/change_current_space/', { space_pk: stage.home.id });
    expect(switched.status, `switching into the company after ${told}`).not.toBe(200);
  }
  expect(leaks, `told to an attacker after ${told}`).toEqual([]);
  const mails = await mailsTo(stage.evil.mailbox);
  expect(
    mails.filter(({ subject, text }) => `${subject}${text}`.includes(canary)),
    `mailed to an attacker after ${told}`,
  ).toEqual([]);
}

/** Plays one sequence; what was played stands in every failure. */
async function play(seed: number): Promise<number> {
  const random = randomFrom(seed);
  const watched = await aStage(random);
  const played: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const side = random() < 0.65 ? ATTACKS : HONEST;
    const name = Object.keys(side)[Math.floor(random() * Object.keys(side).length)]!;
    played.push(name);
    await side[name]!(watched.stage, random);
    await forgetTries();
    await expectNobodyInside(watched, `seed ${seed}: ${played.join(' → ')}`);
  }
  for (const name of ['use a link', 'sign in as the victim', 'sign in as the victim', 'accept what waits']) {
    await ATTACKS[name]!(watched.stage, random);
    await forgetTries();
  }
  await expectNobodyInside(watched, `seed ${seed}: ${played.join(' → ')} → the end`);
  expect(await leftBehind(watched.stage.home.id), `seed ${seed}: ${played.join(' → ')}`).toEqual([]);
  return watched.stage.attackers.length;
}

test(
  'a company of attackers gets into no other, whatever both sides do in whatever order',
  async () => {
    const sequences = Number(ATTACK_SEQUENCES);
    let sessions = 0;
    for (let sequence = 0; sequence < sequences; sequence += 1) sessions += await play(SEED + sequence);
    // Attackers have people of their own, whose sessions are watched.
    expect(sessions).toBeGreaterThanOrEqual(3 * sequences);
  },
  60_000 + 30_000 * Number(ATTACK_SEQUENCES),
);
