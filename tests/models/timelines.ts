import fc from 'fast-check';
import type { Item, Student, Timeline } from './chronology.ts';

/** Random timelines and what students have done, for the model and for the database that is tested against it. */
export const NOW = Date.parse('2026-04-02T13:30:00Z');
/** With clocks that change, also far from the midnight of UTC, and with odd minutes. */
export const ZONES = ['Europe/Kyiv', 'America/New_York', 'Pacific/Auckland', 'Asia/Kathmandu'] as const;

const MINUTE = 60_000;
const DAYS = 24 * 60;
/** Some days around now. */
const day = fc
  .integer({ min: -20, max: 10 })
  .map((days) => new Date(NOW + days * DAYS * MINUTE).toISOString().slice(0, 10));
const days = fc.integer({ min: 0, max: 15 });
const moment = fc.constantFrom<Item['due'][]>('none', 'none', 'date', 'after_assignment', 'after_previous');

/** Ids of the items, of which a timeline holds some; the last ones stand for webinars. */
export const IDS = [0, 1, 2, 3, 4, 5, 6, 7] as const;
export const WEBINARS: readonly number[] = [6, 7];

const settings = fc.record({
  required: fc.boolean(),
  access_rule: fc.constantFrom(
    'always',
    'previous_done',
    'previous_passed',
    'all_previous_passed',
    'from_date',
  ),
  access_from: day,
  opens: moment,
  opens_on: day,
  opens_after_days: days,
  due: moment,
  due_on: day,
  due_after_days: days,
  after_due: fc.constantFrom('block', 'allow_late'),
});

/** Each id at most once, in up to four stages of which some are empty. */
export const timelines: fc.Arbitrary<Timeline> = fc
  .tuple(
    fc.shuffledSubarray([...IDS], { minLength: 1 }),
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: IDS.length, maxLength: IDS.length }),
    fc.array(settings, { minLength: IDS.length, maxLength: IDS.length }),
    // Whether a webinar is canceled is not the timeline's.
    fc.constant(7),
  )
  .map(([ids, stages, given, canceled]) => {
    const items = ids.map((id): Item => ({ ...given[id]!, id, canceled: id === canceled }));
    return [0, 1, 2, 3].map((stage) => items.filter(({ id }) => stages[id] === stage));
  });

const past = fc.integer({ min: 0, max: 30 * DAYS }).map((minutes) => NOW - minutes * MINUTE);

const progress = fc
  .tuple(fc.constantFrom('nothing', 'started', 'done', 'passed', 'passed'), past, past)
  .map(([state, at, later]) => ({
    started_at: state === 'nothing' ? null : at,
    done_at: state === 'done' || state === 'passed' ? at : null,
    passed_at: state === 'passed' ? Math.max(at, later) : null,
  }));

export const students: fc.Arbitrary<Student> = fc.record({
  assigned_at: past,
  progress: fc
    .array(progress, { minLength: IDS.length, maxLength: IDS.length })
    .map((all) => Object.fromEntries(all.map((each, id) => [id, each]))),
  opened: fc
    .subarray([...IDS], { maxLength: 2 })
    .map((ids) => Object.fromEntries(ids.map((id) => [id, NOW - MINUTE]))),
});
