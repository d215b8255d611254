import { Client, type Answer, type World } from '../factories/world.ts';

/** A mail as its reader sees it. */
export interface ReadMail {
  subject: string;
  text: string;
}

/** Somebody who means no harm: a mailbox, a password, and a session while they have one. */
export interface Honest {
  email: string;
  phone: string;
  password: string;
  client: Client | null;
}

/** Ids of what the honest company has. */
export interface HonestThings {
  course_id: number;
  material_id: number;
  form_id: number;
  question_id: number;
  attempt_id: number;
  run_id: number;
  folder_id: number;
  bank_question: number;
  note_id: number;
}

/** What attackers write, so that it is found. */
export const MARK = 'zlo-2026';
const today = () => new Date().toISOString().slice(0, 10);

/** What both sides act on. */
export interface Stage {
  world: World;
  anonymous: Client;
  /** The honest company: its id, and clients of its people. */
  home: { id: number; owner: Client; manager: Client; group_id: number; things: HonestThings };
  /** Somebody whom the honest company hires: has no account at first. */
  hire: Honest;
  /** People of the honest company, whose addresses the attackers know. */
  targets: Honest[];
  /** Ids of people and records of the honest company. */
  honestIds: () => Promise<number[]>;
  /** The attackers' own company and people. */
  evil: { id: number; group_id: number; mailbox: string; password: string };
  /** Every client that an attacker holds; what they are answered is watched. */
  attackers: Client[];
  mailsTo: (address: string) => Promise<ReadMail[]>;
  /** Links on a printed sheet. */
  linksOnSheet: (answer: Answer) => Promise<string[]>;
  /** Tokens of links that attackers have got hold of. */
  loot: Set<string>;
  /** Makes a client whose answers are watched. */
  watched: (access: string) => Client;
}

/** A step: what is done, by chance where there is a choice. */
export type Step = (stage: Stage, random: () => number) => Promise<unknown>;

const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
const people = (stage: Stage): Honest[] => [stage.hire, ...stage.targets];
const ROLES = ['admin', 'manager', 'trainer', 'student'] as const;

export const tokensIn = (text: string): string[] =>
  [...text.matchAll(/[?&]token=([\w.-]+)/g)].flatMap(([, token]) => token ?? []);

const accountOf = (stage: Stage, { email }: Honest) =>
  stage.anonymous.post('/accounts/password_reset/', { username: email });

/** Keeps a session that an answer has given away. */
const keep = (stage: Stage, answer: Answer) => {
  if (answer.status < 300 && typeof answer.body?.access === 'string')
    stage.attackers.push(stage.watched(answer.body.access));
  return answer;
};

const typed = (random: () => number, victim: Honest) => {
  const way = random();
  if (way < 0.4) return { email: victim.email };
  if (way < 0.7) return { phone: victim.phone };
  return { email: victim.email, phone: victim.phone };
};

/** Everything a company of attackers can do with addresses, phones, ids, links and sheets of others. */
export const ATTACKS: Record<string, Step> = {
  'register with the victim’s address': (stage, random) => {
    const victim = pick(random, people(stage));
    return stage.anonymous.post('/space/space_registration/', {
      name: 'Zlo',
      email: victim.email,
      phone: victim.phone,
      first_name: 'Zlo',
      last_name: 'Dij',
      password: stage.evil.password,
      privacy_policy: true,
    });
  },
  'create a person': (stage, random) =>
    pick(random, stage.attackers).post('/accounts/user/', {
      ...typed(random, pick(random, people(stage))),
      user_types: [pick(random, ROLES)],
    }),
  'invite a person': (stage, random) =>
    pick(random, stage.attackers).post('/accounts/invite_user/', {
      ...typed(random, pick(random, people(stage))),
      user_type: pick(random, ROLES),
      group_ids: [stage.evil.group_id],
    }),
  'import a person': (stage, random) =>
    pick(random, stage.attackers).post(`/accounts/user_data/${stage.evil.id}/rows/`, {
      dry_run: false,
      rows: [
        {
          row: 2,
          cells: {
            role: pick(random, ROLES),
            full_name: 'Zlo Dij',
            ...loginOf(random, pick(random, people(stage))),
          },
        },
      ],
    }),
  'invite into a group': (stage, random) =>
    pick(random, stage.attackers).post('/study_group/group_member/', {
      group: stage.evil.group_id,
      role: 'student',
      emails: [pick(random, people(stage)).email],
    }),
  'bring a person by id': async (stage, random) =>
    pick(random, stage.attackers).post('/accounts/memberships/', {
      user_pk: pick(random, await stage.honestIds()),
      user_type: 'student',
    }),
  'change, block, remove or read by id': async (stage, random) => {
    const id = pick(random, await stage.honestIds());
    const attacker = pick(random, stage.attackers);
    return pick(random, [
      () => attacker.get(`/accounts/user/${id}/`),
      () => attacker.get(`/accounts/memberships/${id}/`),
      () => attacker.get(`/accounts/user/${id}/learning/`),
      () => attacker.patch(`/accounts/user/${id}/`, { email: stage.evil.mailbox }),
      () => attacker.post('/accounts/blocking_membership/', { user_pk: id, blocked: true }),
      () => attacker.delete(`/accounts/memberships/${id}/`),
    ])();
  },
  'propose a name, or answer what was proposed': async (stage, random) => {
    const id = pick(random, await stage.honestIds());
    const attacker = pick(random, stage.attackers);
    const name = { last_name: 'Dij', first_name: 'Zlo', middle_name: '' };
    return pick(random, [
      () => attacker.post(`/accounts/user/${id}/propose_name/`, name),
      () => attacker.post('/accounts/proposed_name/', { ...name, accept: random() < 0.5 }),
    ])();
  },
  'ask for a retake, or answer who asks': async (stage, random) => {
    const id = pick(random, await stage.honestIds());
    const attacker = pick(random, stage.attackers);
    const form_id = 1 + Math.floor(random() * 20);
    return pick(random, [
      () => attacker.post('/course/retake_request/', { form_id }),
      () =>
        attacker.post(`/course/course/${1 + Math.floor(random() * 20)}/decline_retake/`, {
          form_id,
          user_id: id,
          reason: 'Zlo',
        }),
    ])();
  },
  'give a course to others, with a due date': async (stage, random) => {
    const user_ids = [pick(random, await stage.honestIds())];
    const attacker = pick(random, stage.attackers);
    const course = `/course/course/${1 + Math.floor(random() * 20)}`;
    return pick(random, [
      () => attacker.post(`${course}/students/`, { user_ids, due_on: '2030-01-01' }),
      () => attacker.post(`${course}/due_date/`, { user_ids, due_on: '2030-01-01' }),
    ])();
  },
  'read, write or take away notes': (stage, random) => {
    const attacker = pick(random, stage.attackers);
    const { course_id, material_id, note_id } = stage.home.things;
    const material = `/course/course/${course_id}/educational_material/${material_id}`;
    return pick(random, [
      () => attacker.get('/course/notes/?page_size=100'),
      () => attacker.post(`${material}/note/`, { text: MARK }),
      () => attacker.post(`${material}/bookmark/`, { kind: 'page', at: 1, text: MARK }),
      () => attacker.delete(`/course/notes/${note_id}/`),
    ])();
  },
  'read the bank, and take from it': (stage, random) => {
    const attacker = pick(random, stage.attackers);
    const { bank_question, folder_id, course_id, form_id } = stage.home.things;
    const question_ids = [bank_question];
    return pick(random, [
      () => attacker.get('/bank/questions/?page_size=100&subfolders=true'),
      () => attacker.get(`/bank/questions/${bank_question}/`),
      () => attacker.get(`/bank/export_questions/?format=gift&folder=${folder_id}`),
      () => attacker.post('/bank/questions/place/', { question_ids, tags: [MARK] }),
      () =>
        attacker.post(`/course/course/${course_id}/form/${form_id}/copy_questions/`, {
          question_ids,
          linked: random() < 0.5,
        }),
    ])();
  },
  'mark answers of others': (stage, random) => {
    const attacker = pick(random, stage.attackers);
    const { attempt_id, question_id, form_id } = stage.home.things;
    const marks = `/course/student_passed_form/${attempt_id}/marks`;
    return pick(random, [
      () => attacker.get('/course/answers_to_mark/?page_size=100'),
      () => attacker.get(`/course/answers_to_mark/next/?form=${form_id}`),
      () => attacker.get(`${marks}/${question_id}/`),
      () => attacker.post(`${marks}/`, { question_id, score: 1, comment: MARK }),
    ])();
  },
  'learn or set an access code, or give time': async (stage, random) => {
    const attacker = pick(random, stage.attackers);
    const { course_id, form_id } = stage.home.things;
    const code = `/course/course/${course_id}/form/${form_id}/access_code/`;
    const time = `/accounts/user/${pick(random, await stage.honestIds())}/extra_time/`;
    return pick(random, [
      () => attacker.get(code),
      () => attacker.post(code, { code: MARK }),
      () => attacker.get(time),
      () => attacker.post(time, { percent: 50, minutes: 5 }),
    ])();
  },
  'type in a sheet for somebody': async (stage, random) => {
    const user_id = pick(random, await stage.honestIds());
    const attacker = pick(random, stage.attackers);
    const { course_id, form_id, run_id } = stage.home.things;
    const sheets = `/course/course/${course_id}/form/${form_id}/print_runs/${run_id}/sheets`;
    return pick(random, [
      () => attacker.get(`${sheets}/people/?page_size=100`),
      () => attacker.get(`${sheets}/`),
      () => attacker.post(`${sheets}/`, { variant: 1, user_id, sat_on: today(), answers: [] }),
    ])();
  },
  'print sheets of own people': async (stage, random) => {
    const attacker = pick(random, stage.attackers);
    const { body } = await attacker.get('/accounts/user/?page_size=100');
    for (const { id } of (body?.results ?? []) as { id: number }[]) {
      const sheet = await attacker.post('/accounts/sign_in_sheets/', { user_ids: [id] });
      if (sheet.status === 200) for (const link of await stage.linksOnSheet(sheet)) stage.loot.add(link);
    }
  },
  'write the victim’s address into an own record': async (stage, random) => {
    const attacker = pick(random, stage.attackers);
    const { body } = await attacker.get('/accounts/user/?page_size=100&status=not_activated');
    const record = pick(random, (body?.results ?? []) as { id: number }[]);
    if (record)
      await attacker.patch(`/accounts/user/${record.id}/`, { email: pick(random, people(stage)).email });
  },
  'use a link': async (stage, random) => {
    const token = pick(random, [...stage.loot]);
    if (!token) return;
    await stage.anonymous.post('/accounts/invitation/', { token });
    keep(
      stage,
      await stage.anonymous.post('/accounts/finish_registration/', {
        token,
        first_name: 'Zlo',
        last_name: 'Dij',
        password: stage.evil.password,
        privacy_policy: true,
      }),
    );
    keep(
      stage,
      await stage.anonymous.post('/accounts/email_confirmation/', { token, password: stage.evil.password }),
    );
    const answer = await stage.anonymous.post('/accounts/password_reset/confirm/', {
      token,
      new_password: stage.evil.password,
    });
    keep(stage, answer);
  },
  'read own mail': async (stage) => {
    for (const { text } of await stage.mailsTo(stage.evil.mailbox))
      for (const token of tokensIn(text)) stage.loot.add(token);
  },
  'take the victim’s phone': (stage, random) =>
    pick(random, stage.attackers).patch('/accounts/user_info/', { phone: pick(random, people(stage)).phone }),
  'ask for the victim’s address': (stage, random) =>
    pick(random, stage.attackers).patch('/accounts/user_info/', { email: pick(random, people(stage)).email }),
  'ask for a reset': (stage, random) => accountOf(stage, pick(random, people(stage))),
  'sign in as the victim': async (stage, random) => {
    const { email, phone } = pick(random, people(stage));
    const username = random() < 0.5 ? email : phone;
    keep(stage, await stage.anonymous.post('/accounts/token/', { username, password: stage.evil.password }));
  },
  'accept what waits': async (stage, random) => {
    const attacker = pick(random, stage.attackers);
    const { body } = await attacker.get('/accounts/invitations/');
    for (const { id } of Array.isArray(body) ? (body as { id: number }[]) : [])
      keep(stage, await attacker.post(`/accounts/invitations/${id}/accept/`));
  },
  'accept an invitation by its id': async (stage, random) =>
    keep(
      stage,
      await pick(random, stage.attackers).post(
        `/accounts/invitations/${pick(random, await stage.honestIds())}/accept/`,
      ),
    ),
  'remove an own person': async (stage, random) => {
    const attacker = pick(random, stage.attackers);
    const { body } = await attacker.get('/accounts/user/?page_size=100');
    const found = pick(random, (body?.results ?? []) as { id: number }[]);
    if (found) await attacker.delete(`/accounts/memberships/${found.id}/`);
    await attacker.get('/accounts/former_users/');
  },
};

const loginOf = (random: () => number, { email, phone }: Honest) => {
  const way = random();
  return { ...(way < 0.7 ? { email } : {}), ...(way > 0.4 ? { phone } : {}) };
};

/** What an honest person does with the newest link in their mailbox: makes it theirs, with a password of their own. */
const readMail = async (stage: Stage, person: Honest, wanted: RegExp): Promise<void> => {
  const mail = (await stage.mailsTo(person.email)).find(({ text }) => wanted.test(text));
  const token = mail && tokensIn(mail.text)[0];
  if (!token) return;
  const made = [
    await stage.anonymous.post('/accounts/finish_registration/', {
      token,
      first_name: 'Chesna',
      last_name: 'Ljudyna',
      password: person.password,
      privacy_policy: true,
    }),
    await stage.anonymous.post('/accounts/email_confirmation/', { token, new_password: person.password }),
    await stage.anonymous.post('/accounts/token/', {
      username: person.email,
      password: person.password,
      invitation: token,
    }),
  ].find(({ body }) => typeof body?.access === 'string');
  if (made) person.client = new Client(stage.world, made.body.access);
};

/** What the honest company and its people do meanwhile, clicking whatever comes. */
export const HONEST: Record<string, Step> = {
  'invite the hire': (stage, random) =>
    stage.home.owner.post('/accounts/invite_user/', {
      email: stage.hire.email,
      ...(random() < 0.5 ? { phone: stage.hire.phone } : {}),
      user_type: pick(random, ['admin', 'student']),
    }),
  'import the hire': (stage, random) =>
    stage.home.owner.post(`/accounts/user_data/${stage.home.id}/rows/`, {
      dry_run: false,
      rows: [
        {
          row: 2,
          cells: {
            role: 'admin',
            full_name: 'Chesna Ljudyna',
            email: stage.hire.email,
            ...(random() < 0.5 ? { phone: stage.hire.phone } : {}),
          },
        },
      ],
    }),
  'follow the newest link': (stage) => readMail(stage, stage.hire, /token=/),
  'follow a confirmation': (stage) => readMail(stage, stage.hire, /email-confirmation/),
  'follow an invitation': (stage) => readMail(stage, stage.hire, /finish-registration/),
  'take an own phone': (stage) =>
    stage.hire.client?.patch('/accounts/user_info/', { phone: stage.hire.phone }) ?? Promise.resolve(),
  'ask for an own reset': (stage) => accountOf(stage, stage.hire),
  'remove and forget': async (stage, random) => {
    const { body } = await stage.home.owner.get('/accounts/user/?page_size=100&user_type=student');
    const found = pick(random, (body?.results ?? []) as { id: number }[]);
    if (found && random() < 0.3) await stage.home.owner.delete(`/accounts/memberships/${found.id}/`);
  },
};
