import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Db } from '../../../worker/platform/database/database.ts';
import { expressed } from '../../../worker/platform/database/queries.ts';
import { subjectText } from '../../../worker/platform/mail.ts';
import { sql } from 'drizzle-orm';
import { unique, type Company } from '../../factories/company.ts';
import { mailTo, sentMails } from '../../support/api/accounts.ts';
import { takeBackMails } from '../../factories/world.ts';
import { aCompany, asSystem, world } from '../../support/api/world.ts';

let company: Company;
let made: number[];
beforeEach(async () => {
  made = [];
  company = await aMailer();
});

async function aMailer(): Promise<Company> {
  const one = await aCompany();
  made.push(one.id);
  return one;
}

// Nobody sends what these tests only queue, and health counts what is late.
afterEach(() => takeBackMails(world, made));

/** An address outside of the company's own domain, unless told. */
const anAddress = (domain = 'strangers.example') => `${unique('person').replace(/\s/g, '-')}@${domain}`;
const MAIL = { subject: 'Invitation', text: 'Text', html: '<p>Text</p>' };

interface Outcome {
  outcome: 'queued' | 'waiting' | 'already_invited' | 'stopped';
  next_at: string | null;
  id: number | null;
}
const queue = (addresses: string[], from = company.id) =>
  asSystem<Outcome>([
    `select q.* from jsonb_array_elements_text($2::jsonb) with ordinality as a(address, n),
            lateral queue_invitation_mail($1, a.address, $3::jsonb) q order by a.n`,
    [from, JSON.stringify(addresses), JSON.stringify(MAIL)],
  ]);
const invite = (email: string) =>
  company.as('owner').post('/accounts/invite_user/', { email, user_type: 'student' });
const allowance = async () => (await company.as('owner').get('/space/mail_allowance/')).body;
const tomorrow = () => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 6)).toISOString();
};

describe('a subject', () => {
  const HOSTILE = [
    '\r\nBcc: all@evil.example',
    'https://evil.example/x',
    '\u202Eevil',
    'evil.example',
    'a@b.c',
    '\u2028',
  ];
  const wordless = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      ...HOSTILE,
      'ASP.NET',
      'т.ч.',
      ' ',
      '.',
      '@',
      '://',
      '😀',
      'Ґ',
      '{name}',
      '1.2.3',
      '\u00A0',
    ),
  );
  const texts = fc.array(wordless, { maxLength: 8 }).map((parts) => parts.join('').replaceAll('\u0000', ''));

  test('takes one short line without an address of what people wrote, in the database as in the Worker', async () => {
    const samples = fc
      .sample(texts, { numRuns: 400, seed: 18 })
      .filter((each) => !/\p{Surrogate}/u.test(each));
    const rows = await asSystem<{ plain: string }>([
      'select subject_text(t) as plain from jsonb_array_elements_text($1::jsonb) with ordinality as s(t, n) order by n',
      [JSON.stringify(samples)],
    ]);
    for (const [index, { plain }] of rows.entries()) {
      expect([...plain].length).toBeLessThanOrEqual(60);
      expect(plain).not.toMatch(/[\p{Cc}\u2028-\u202E\u2066-\u2069]|:\/\/|@|[a-z]\.[a-z]{2}/iu);
      expect({ text: samples[index], plain }).toEqual({
        text: samples[index],
        plain: subjectText(samples[index]!),
      });
    }
  });

  test('of an invitation carries no message, line or address that the company has for a name', async () => {
    await asSystem([
      'update companies set name = $2 where id = $1',
      [
        company.id,
        `Win now\r\nBcc: all@evil.example https://evil.example/x?y evil.example \u202E${'long '.repeat(20)}${company.id}`,
      ],
    ]);
    const email = anAddress();
    expect((await invite(email)).status).toBe(201);
    const { subject } = await mailTo(email);
    expect(subject).toMatch(/^Запрошення до навчання: Win now Bcc: evil example long .*…$/);
    expect(subject.length).toBeLessThan(90);
  });

  test('of any mail is one line, whoever queues it', async () => {
    const email = anAddress();
    await asSystem([
      'select queue_mail($1, $2::jsonb)',
      [email, JSON.stringify({ ...MAIL, subject: 'One\r\nBcc: x@y.zz\u0085two' })],
    ]);
    const [row] = await asSystem<{ subject: string }>([
      'select subject from mails where recipient = $1',
      [email],
    ]);
    expect(row!.subject).toBe('One Bcc: two');
  });
});

describe('an invitation to an address', () => {
  test('goes once a day and company; the answer says when it can be sent again', async () => {
    const email = anAddress();
    const { body } = await invite(email);
    expect(body.id).toEqual(expect.any(Number));
    const [second] = await queue([email]);
    expect(second).toMatchObject({ outcome: 'already_invited', id: null });
    expect(Date.parse(second!.next_at!)).toBeGreaterThan(Date.now() + 23 * 3600_000);
    await mailTo(email);
    expect(await sentMails(email)).toHaveLength(1);
    // The next day.
    await asSystem([
      "update invited_addresses set invited_at = invited_at - interval '24 hours' where company_id = $1",
      [company.id],
    ]);
    expect((await queue([email]))[0]).toMatchObject({ outcome: 'queued', id: expect.any(Number) });
  });

  test('is counted by its mailbox, in any case, and by each company apart', async () => {
    const email = anAddress();
    const other = await aMailer();
    expect((await queue([email, email.toUpperCase(), ` ${email}`])).map(({ outcome }) => outcome)).toEqual([
      'queued',
      'already_invited',
      'already_invited',
    ]);
    expect((await queue([email], other.id))[0]!.outcome).toBe('queued');
  });

  test('is one of many asked for at once, also past the function', async () => {
    const email = anAddress();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2
          ? queue([email])
          : asSystem([
              "insert into mails (recipient, company_id, kind, subject, text, html) values ($1, $2, 'invitation', 's', 't', 'h')",
              [email, company.id],
            ]),
      ),
    );
    expect(await asSystem(['select id from mails where recipient = $1', [email]])).toHaveLength(1);
  });

  test('does not begin anew when the mail is deleted with the person', async () => {
    const email = anAddress();
    await queue([email]);
    await asSystem(['delete from mails where recipient = $1', [email]]);
    expect((await queue([email]))[0]!.outcome).toBe('already_invited');
  });

  test('sending credentials says so too', async () => {
    const email = anAddress();
    const { body } = await invite(email);
    const answer = await company
      .as('owner')
      .post('/accounts/user/bulk/', { action: 'send_credentials', user_ids: [body.id] });
    expect(answer.body).toEqual({
      done: [],
      refused: [{ id: body.id, code: 'already_invited', message: 'Already invited within a day' }],
      need_sheet: [],
    });
    const link = (await mailTo(email)).links[0]!;
    // And leaves the link that is under way.
    const token = new URL(link).searchParams.get('token');
    const [row] = await asSystem<{ live: boolean }>([
      `select used_at is null as live from one_time_tokens where token_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
      [token],
    ]);
    expect(row!.live).toBe(true);
  });

  test('stops for good with “I do not know this company”, with all its other mails, and of that company alone', async () => {
    const email = anAddress();
    const other = await aMailer();
    await queue([email]);
    await asSystem(['select refuse_company_mails($1, $2)', [company.id, email.toUpperCase()]]);
    await asSystem([
      "update invited_addresses set invited_at = invited_at - interval '30 days' where company_id = $1",
      [company.id],
    ]);
    expect((await queue([email]))[0]).toEqual({ outcome: 'stopped', next_at: null, id: null });
    await asSystem([
      "select queue_company_mail($1, 'credentials', $2, $3::jsonb)",
      [company.id, email, JSON.stringify(MAIL)],
    ]);
    expect(
      await asSystem(['select id from mails where recipient = $1 and sent_at is null', [email]]),
    ).toEqual([]);
    expect((await queue([email], other.id))[0]!.outcome).toBe('queued');
    await asSystem(['select welcome_company_mails($1, $2)', [company.id, email]]);
    expect((await queue([email]))[0]!.outcome).toBe('queued');
  });
});

describe('a company in its first week', () => {
  const strangers = (count: number) => Array.from({ length: count }, () => anAddress());
  const outcomes = (rows: Outcome[]) =>
    rows.map(({ outcome, next_at }) => (next_at ? `${outcome} ${new Date(next_at).toISOString()}` : outcome));

  test('mails 30 strangers a day, in order; the others wait for the days that follow, at the latest for the week’s end', async () => {
    const rows = outcomes(await queue(strangers(65)));
    const afterTomorrow = new Date(Date.parse(tomorrow()) + 86_400_000).toISOString();
    expect(rows).toEqual([
      ...Array.from({ length: 30 }, () => 'queued'),
      ...Array.from({ length: 30 }, () => `waiting ${tomorrow()}`),
      ...Array.from({ length: 5 }, () => `waiting ${afterTomorrow}`),
    ]);
    const many = await queue(strangers(400));
    const latest = Math.max(...many.map(({ next_at }) => new Date(next_at!).getTime()));
    expect(latest).toBe(new Date((await allowance()).limited_until).getTime());
  });

  test('by parallel calls too', async () => {
    const all = await Promise.all(strangers(60).map((each) => queue([each])));
    expect(all.filter(([row]) => row!.outcome === 'queued')).toHaveLength(30);
  });

  test('mails its owner’s own domain without a count, once the owner’s mailbox is proved', async () => {
    const own = () => Array.from({ length: 40 }, () => anAddress('EXAMPLE.com'));
    expect(new Set(outcomes(await queue(own())))).toEqual(new Set(['queued']));
    expect((await allowance()).domain).toBe('example.com');
    await asSystem(['update users set email_verified = false where id = $1', [company.people.owner.id]]);
    expect((await queue(own())).filter(({ outcome }) => outcome === 'queued')).toHaveLength(30);
    expect((await allowance()).domain).toBeNull();
  });

  test.each(['gmail.com', 'ukr.net', 'web.de', 'outlook.com', 'edu.ua', 'lviv.ua', 'co.uk'])(
    'has no domain at %s',
    async (domain) => {
      await asSystem([
        'update users set email = $2 where id = $1',
        [company.people.owner.id, anAddress(domain)],
      ]);
      const rows = await queue(Array.from({ length: 31 }, () => anAddress(domain)));
      expect(rows.filter(({ outcome }) => outcome === 'queued')).toHaveLength(30);
      expect((await allowance()).domain).toBeNull();
    },
  );

  test('is told how many went out, how many wait and when the next go', async () => {
    await queue(strangers(33));
    const { sent_today, waiting, ...rest } = await allowance();
    // Other tests' senders may have begun.
    expect(sent_today + waiting).toBe(33);
    expect(rest).toEqual({
      limit: 30,
      limited_until: expect.any(String),
      domain: 'example.com',
      strangers_today: 30,
      held: 3,
      next_at: expect.any(String),
      lift_requested_at: null,
    });
    await asSystem([
      "update mails set sent_at = now() where company_id = $1 and kind = 'invitation' and next_try_at < $2::timestamptz",
      [company.id, tomorrow()],
    ]);
    const after = await allowance();
    expect(after).toMatchObject({ sent_today: 30, waiting: 3, held: 3 });
    expect(new Date(after.next_at).toISOString()).toBe(tomorrow());
  });

  test('is told of none as held that a crowd or a failure keeps for some minutes', async () => {
    await queue([...strangers(2), anAddress('example.com')]);
    await asSystem([
      `update mails set sent_at = null, next_try_at = now() + interval '20 minutes' where company_id = $1`,
      [company.id],
    ]);
    expect(await allowance()).toMatchObject({ limit: 30, waiting: 3, held: 0 });
    await asSystem([
      `update mails set tries = 8, next_try_at = now() + interval '4 hours' where company_id = $1`,
      [company.id],
    ]);
    expect(await allowance()).toMatchObject({ waiting: 3, held: 0 });
  });

  test('imports 800 people at once: all stand as invited, and their mails go when they may', async () => {
    const rows = strangers(800).map((email, place) => ({
      row: place + 2,
      cells: { role: 'student', email, last_name: `Person ${place}`, first_name: 'Some' },
    }));
    const path = `/accounts/user_data/${company.id}/rows/`;
    const answer = await company.as('owner').post(path, { rows, dry_run: false });
    expect(answer.status).toBe(200);
    const [count] = await asSystem<{ people: number; mails: number; today: number }>([
      `select (select count(*)::integer from memberships where company_id = $1 and deleted_at is null) as people,
              count(*)::integer as mails, count(*) filter (where next_try_at < $2::timestamptz or sent_at is not null)::integer as today
         from mails where company_id = $1 and kind = 'invitation'`,
      [company.id, tomorrow()],
    ]);
    expect(count).toEqual({ people: 805, mails: 800, today: 30 });
    const { sent_today, waiting } = await allowance();
    expect(sent_today + waiting).toBe(800);
  });

  test('takes no places for people who are taken back before their mails went', async () => {
    await asSystem([
      `insert into mail_days (company_id, day, strangers) values ($1, (now() at time zone 'UTC')::date, 30)`,
      [company.id],
    ]);
    const rows = [...strangers(65), anAddress('example.com')].map((email, place) => ({
      row: place + 2,
      cells: { role: 'student', email, last_name: `Person ${place}`, first_name: 'Some' },
    }));
    const path = `/accounts/user_data/${company.id}`;
    const { body } = await company.as('owner').post(`${path}/rows/`, { rows, dry_run: false });
    const days = () =>
      asSystem<{ strangers: number }>([
        'select strangers from mail_days where company_id = $1 order by day',
        [company.id],
      ]).then((found) => found.map(({ strangers: taken }) => taken));
    expect(await days()).toEqual([30, 30, 30, 5]);
    expect((await company.as('owner').post(`${path}/undo/`, { batch: body.batch })).body).toMatchObject({
      undone: 66,
    });
    expect(await days()).toEqual([30, 0, 0, 0]);
    expect((await invite(anAddress())).body.invitation).toMatchObject({ outcome: 'waiting' });
    expect(new Date((await allowance()).next_at).toISOString()).toBe(tomorrow());
  });

  test.each([
    ['2026-11-29 17:00', '2026-11-29 17:00', '2026-11-29'],
    ['2026-11-29 23:55', '2026-11-30 00:10', '2026-11-29'],
    ['2026-11-29 17:00', '2026-12-02 06:00', '2026-12-02'],
    ['2026-11-29 17:00', '2026-12-06 17:29', null],
  ])('of an invitation queued at %s that goes at %s takes a place on %s', async (queued, due, day) => {
    const [row] = await asSystem<{ day: string | null }>([
      "select day_taken(($1 || '+00')::timestamptz, ($2 || '+00')::timestamptz)::text as day",
      [queued, due],
    ]);
    expect(row).toEqual({ day });
  });

  test('lets the link of an invitation that waits hold from when its mail goes, and says so', async () => {
    await asSystem([
      `insert into mail_days (company_id, day, strangers) values ($1, (now() at time zone 'UTC')::date, 30)`,
      [company.id],
    ]);
    const [one, other] = [anAddress(), anAddress()];
    const { body } = await invite(one);
    await company.as('owner').post(`/accounts/user_data/${company.id}/rows/`, {
      rows: [{ row: 2, cells: { role: 'student', email: other, last_name: 'Other', first_name: 'Some' } }],
      dry_run: false,
    });
    const ends = new Date(Date.parse(tomorrow()) + 7 * 86_400_000);
    const { body: person } = await company.as('owner').get(`/accounts/user/${body.id}/`);
    expect(new Date(person.invitation_goes_at).toISOString()).toBe(tomorrow());
    expect(new Date(person.invited_until).toISOString()).toBe(ends.toISOString());
    const mails = await asSystem<{ text: string; html: string; expires_at: string }>([
      `select m.text, m.html, t.expires_at from mails m join users u on u.email = m.recipient
         join one_time_tokens t on t.user_id = u.id where m.recipient = any ($1) and t.used_at is null`,
      [[one, other]],
    ]);
    const day = ends.toISOString().slice(0, 10).split('-').toReversed().join('.');
    expect(mails).toHaveLength(2);
    for (const { text, html, expires_at } of mails) {
      expect(new Date(expires_at).toISOString()).toBe(ends.toISOString());
      for (const part of [text, html]) expect(part).toContain(day);
    }
  });

  test('asks the vendor once, who lets all that waits go', async () => {
    const waiting = strangers(33).slice(-3);
    await queue([...strangers(30), ...waiting]);
    const press = () => company.as('admin').post('/space/mail_allowance/lift/');
    expect((await press()).status).toBe(204);
    const { lift_requested_at } = await allowance();
    expect(lift_requested_at).toEqual(expect.any(String));
    expect((await press()).status).toBe(204);
    expect((await allowance()).lift_requested_at).toBe(lift_requested_at);
    const [released] = await asSystem<{ count: number }>(['select vouch_company($1) as count', [company.id]]);
    expect(released!.count).toBe(3);
    expect(await allowance()).toMatchObject({ limit: null, limited_until: null });
    const [late] = await asSystem<{ count: string }>([
      'select count(*) from mails where company_id = $1 and tries = 0 and next_try_at > now()',
      [company.id],
    ]);
    expect(late!.count).toBe('0');
    expect((await queue([waiting[0]!]))[0]!.outcome).toBe('already_invited');
    expect(new Set(outcomes(await queue(strangers(40))))).toEqual(new Set(['queued']));
  });

  test('is over after seven days', async () => {
    await asSystem([
      "update companies set created_at = now() - interval '7 days' where id = $1",
      [company.id],
    ]);
    expect(new Set(outcomes(await queue(strangers(40))))).toEqual(new Set(['queued']));
    expect((await allowance()).limit).toBeNull();
  });

  test('cannot be ended by the company itself', async () => {
    const db = new Db(env);
    await expect(
      db.system(expressed(sql`select vouch_company(${company.id})`, () => null)),
    ).rejects.toMatchObject({
      code: '42501',
    });
    await expect(
      db.system(
        expressed(
          sql`insert into mail_limits (company_id, vouched_at) values (${company.id}, now())`,
          () => null,
        ),
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the queue', () => {
  /** What is taken, round by round, of a queue that holds only these; nothing of it stays. */
  async function taken(
    mails: { company: number | null; kind: string | null; count: number; age: number }[],
    limit: number,
    rounds: number,
  ) {
    const place = JSON.stringify(mails);
    const work = () =>
      asSystem([
        `do $do$
       declare v_all jsonb := '[]'; v_round jsonb;
       begin
         perform pg_advisory_xact_lock(hashtext('take_mails'), 0);
         -- To wait for what is being noted as sent would be to wait for each other.
         with held as materialized (select id from mails where sent_at is null for update skip locked)
           delete from mails m using held where m.id = held.id;
         if exists (select from mails where sent_at is null) then raise exception 'held'; end if;
         insert into mails (recipient, company_id, kind, subject, text, html, next_try_at)
           select 'q@x.example', m.company, m.kind, coalesce(m.company::text, m.kind, 'security'), '', '', now() - make_interval(mins => m.age)
             from jsonb_to_recordset('${place}') as m(company integer, kind text, count integer, age integer), generate_series(1, m.count);
         for round in 1..${rounds} loop
           select jsonb_agg(t.subject) into v_round from take_mails(${limit}) t;
           v_all := v_all || jsonb_build_array(coalesce(v_round, '[]'));
         end loop;
         raise exception '%', v_all;
       end $do$`,
      ]);
    const raised = () =>
      work().then(
        () => '',
        ({ message }: Error) => message,
      );
    let told = 'held';
    await expect.poll(async () => (told = await raised())).not.toBe('held');
    return JSON.parse(told) as string[][];
  }
  const ids = (count: number) => Array.from({ length: count }, (_, n) => 2_000_000_000 + n);

  test('lets what signs people in go ahead of everything, in the order it came', async () => {
    const [first] = await taken(
      [
        { company: ids(1)[0]!, kind: 'notice', count: 1000, age: 600 },
        { company: null, kind: 'farewell', count: 5, age: 600 },
        { company: null, kind: null, count: 1, age: 0 },
      ],
      10,
      1,
    );
    expect(first![0]).toBe('security');
  });

  test('takes in turn, so that a thousand of one company cost another no more than its turn', async () => {
    const [many, few, one] = ids(3).map(String);
    const [first, second] = await taken(
      [
        { company: Number(many), kind: 'notice', count: 1000, age: 600 },
        { company: Number(few), kind: 'notice', count: 3, age: 1 },
        { company: Number(one), kind: 'notice', count: 1, age: 0 },
      ],
      10,
      2,
    );
    expect(new Set(first!.slice(0, 3))).toEqual(new Set([many, few, one]));
    expect(first!.filter((each) => each === few)).toHaveLength(3);
    expect(first!.filter((each) => each === many)).toHaveLength(6);
    expect(second).toEqual(Array.from({ length: 10 }, () => many));
  });

  test('serves the company that waited longest for its turn, where there are more than a round holds', async () => {
    const companies = ids(25);
    const rounds = await taken(
      companies.map((each, index) => ({ company: each, kind: 'notice', count: 20, age: 600 - index })),
      5,
      10,
    );
    const served = rounds.flat();
    expect(new Set(served.slice(0, 25))).toEqual(new Set(companies.map(String)));
    expect(new Set(served.slice(25))).toEqual(new Set(companies.map(String)));
  });

  test('holds mails for later until then, and gives up after twelve tries', async () => {
    const company_id = ids(1)[0]!;
    expect(await taken([{ company: company_id, kind: 'notice', count: 2, age: -5 }], 10, 1)).toEqual([[]]);
  });
});
