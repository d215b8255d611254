import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { companies, memberships } from '../../identity/companies/tables.ts';
import { study_groups } from '../../people/groups/tables.ts';
import { media } from '../media/tables.ts';
import { instant } from '../../platform/database/tables.ts';
import type { MaterialAccess } from './contract.ts';

export const course_categories = pgTable(
  'course_categories',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer()
      .notNull()
      .references(() => companies.id),
    name: text().notNull(),
  },
  (category) => [
    unique('course_categories_tenant').on(category.company_id, category.id),
    uniqueIndex('course_categories_name').on(category.company_id, sql`lower(btrim(name))`),
  ],
);

export const courses = pgTable(
  'courses',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer()
      .notNull()
      .references(() => companies.id),
    name: text().notNull(),
    description: text().notNull().default(''),
    detailed_description: text().notNull().default(''),
    theme_color: text().notNull().default('#1f5fa8'),
    category_id: integer(),
    /** all_materials_access or chain_access */
    material_access: text().$type<MaterialAccess>().notNull().default('all_materials_access'),
    tags: text().array().notNull().default([]),
    photo_id: integer().references(() => media.id, { onDelete: 'set null' }),
    /** The library course it was cloned from. */
    origin_id: integer(),
    cloned_at: instant('cloned_at'),
    published_at: instant('published_at').defaultNow(),
    /** Months for which its certificates hold; null: for good. */
    certificate_months: integer(),
    /** Its certificate waits until everything in it is done, beside the tests that certify. */
    certificate_needs_all: boolean().notNull().default(true),
    /** Whether its tests open again by themselves before a certificate runs out. */
    renews_itself: boolean().notNull().default(true),
    created_at: instant('created_at').notNull().defaultNow(),
    deleted_at: instant('deleted_at'),
  },
  (course) => [
    unique('courses_tenant').on(course.company_id, course.id),
    uniqueIndex('courses_name')
      .on(course.company_id, sql`lower(btrim(name))`)
      .where(sql`deleted_at is null`),
    index('courses_origin')
      .on(course.company_id, course.origin_id)
      .where(sql`origin_id is not null`),
    index('courses_by_creation')
      .on(course.company_id, course.created_at, course.id)
      .where(sql`deleted_at is null`),
    index('courses_by_name')
      .on(course.company_id, sql`name collate "uk-x-icu"`, course.id)
      .where(sql`deleted_at is null`),
    index('courses_search').using('gin', sql`search_text(name) gin_trgm_ops`),
    foreignKey({
      name: 'courses_category',
      columns: [course.company_id, course.category_id],
      foreignColumns: [course_categories.company_id, course_categories.id],
    }),
  ],
);

/** By when a course that is given is due: a day, days after it came, or neither. */
const due = { due_on: date(), due_after_days: integer() };
const oneDue = sql`num_nonnulls(due_on, due_after_days) <= 1`;
/** Few are due: a company's are found without looking at all it gives. */
const hasDue = sql`num_nonnulls(due_on, due_after_days) = 1`;

export const course_groups = pgTable(
  'course_groups',
  {
    company_id: integer().notNull(),
    course_id: integer().notNull(),
    group_id: integer().notNull(),
    created_at: instant('created_at').notNull().defaultNow(),
    ...due,
  },
  (link) => [
    check('course_groups_due', oneDue),
    primaryKey({ columns: [link.company_id, link.course_id, link.group_id] }),
    index('course_groups_group').on(link.company_id, link.group_id),
    index('course_groups_dated').on(link.company_id, link.course_id).where(hasDue),
    foreignKey({
      name: 'course_groups_course',
      columns: [link.company_id, link.course_id],
      foreignColumns: [courses.company_id, courses.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'course_groups_group_fk',
      columns: [link.company_id, link.group_id],
      foreignColumns: [study_groups.company_id, study_groups.id],
    }).onDelete('cascade'),
  ],
);

/** People tied to a course directly: its coaches, and students enrolled without a group. */
export const course_members = pgTable(
  'course_members',
  {
    company_id: integer().notNull(),
    course_id: integer().notNull(),
    user_id: integer().notNull(),
    role: text().$type<'coach' | 'student'>().notNull(),
    created_at: instant('created_at').notNull().defaultNow(),
    ...due,
  },
  (member) => [
    check('course_members_due', oneDue),
    primaryKey({ columns: [member.company_id, member.course_id, member.user_id, member.role] }),
    index('course_members_user').on(member.company_id, member.user_id, member.role),
    index('course_members_dated').on(member.company_id, member.course_id).where(hasDue),
    foreignKey({
      name: 'course_members_course',
      columns: [member.company_id, member.course_id],
      foreignColumns: [courses.company_id, courses.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'course_members_membership',
      columns: [member.company_id, member.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);

/**
 * Where each student stands in each course of theirs: derived from enrolment, materials and progress and kept by
 * triggers, so that lists and reach read rows instead of counting everything anew.
 */
export const course_states = pgTable(
  'course_states',
  {
    company_id: integer().notNull(),
    course_id: integer().notNull(),
    user_id: integer().notNull(),
    total: integer().notNull(),
    done: integer().notNull(),
    opened_at: instant('opened_at'),
    /** When the student last opened or did a material of it, or began or ended an attempt. */
    last_activity: instant('last_activity'),
    /** When the last of what counts was done: of a test marked by hand with its mark, which may be later. */
    done_at: instant('done_at'),
    /** Since when it is theirs: the earliest of what gives it to them, whatever a timeline keeps closed. */
    given_at: instant('given_at').notNull().defaultNow(),
  },
  (state) => [
    primaryKey({ columns: [state.company_id, state.course_id, state.user_id] }),
    index('course_states_user').on(state.company_id, state.user_id),
    // All that a course's figures are summed from, so that a course of 100,000 students is counted in its index alone.
    index('course_states_figures').on(
      state.company_id,
      state.course_id,
      state.done,
      state.total,
      state.opened_at,
    ),
    index('course_states_opened')
      .on(state.company_id, state.course_id)
      .where(sql`opened_at is not null`),
    index('course_states_unfinished')
      .on(state.company_id, state.course_id)
      .where(sql`done < total or opened_at is null`),
    // Who may be silent, without a look at those to whom something came of late.
    index('course_states_given')
      .on(state.company_id, state.given_at)
      .where(sql`total > 0 and (done < total or opened_at is null)`),
    foreignKey({
      name: 'course_states_course',
      columns: [state.company_id, state.course_id],
      foreignColumns: [courses.company_id, courses.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'course_states_membership',
      columns: [state.company_id, state.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);

/**
 * Where each student of a group stands in the courses that the group gives, itself and by programs: summed up from
 * `course_states` and kept by triggers, a row for each student, so that nobody who learns waits for another.
 */
export const group_progress = pgTable(
  'group_progress',
  {
    company_id: integer().notNull(),
    group_id: integer().notNull(),
    user_id: integer().notNull(),
    courses: integer().notNull().default(0),
    /** Of these: opened, and done. */
    begun: integer().notNull().default(0),
    finished: integer().notNull().default(0),
    /** Added up over the courses. */
    percents: integer().notNull().default(0),
  },
  (progress) => [
    primaryKey({ columns: [progress.company_id, progress.group_id, progress.user_id] }),
    index('group_progress_user').on(progress.company_id, progress.user_id),
    foreignKey({
      name: 'group_progress_group',
      columns: [progress.company_id, progress.group_id],
      foreignColumns: [study_groups.company_id, study_groups.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'group_progress_membership',
      columns: [progress.company_id, progress.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);

/**
 * What the states of a course's students come to, in parts that are added up: derived from `course_states` and kept by
 * triggers, which write a part for each change and change none, so that nobody who learns waits for another.
 */
export const course_sums = pgTable(
  'course_sums',
  {
    company_id: integer().notNull(),
    course_id: integer().notNull(),
    students: integer().notNull(),
    /** Of these: opened, and done. */
    begun: integer().notNull(),
    finished: integer().notNull(),
    /** Of each student the percent that is done, added up. */
    percents: integer().notNull(),
  },
  (sums) => [
    index('course_sums_course').on(
      sums.company_id,
      sums.course_id,
      sums.students,
      sums.begun,
      sums.finished,
      sums.percents,
    ),
  ],
);

/** How the students of each course get on. */
export const course_totals = pgView('course_totals', {
  company_id: integer().notNull(),
  course_id: integer().notNull(),
  students: integer().notNull(),
  begun: integer().notNull(),
  finished: integer().notNull(),
  percents: integer().notNull(),
}).existing();

/** Students kept out of a course for now; everything of theirs stays. */
export const course_blocks = pgTable(
  'course_blocks',
  {
    company_id: integer().notNull(),
    course_id: integer().notNull(),
    user_id: integer().notNull(),
    blocked_at: instant('blocked_at').notNull().defaultNow(),
  },
  (block) => [
    // The person first: almost nobody is kept out of anything, which one look at the index then says.
    primaryKey({ columns: [block.company_id, block.user_id, block.course_id] }),
    foreignKey({
      name: 'course_blocks_course',
      columns: [block.company_id, block.course_id],
      foreignColumns: [courses.company_id, courses.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'course_blocks_membership',
      columns: [block.company_id, block.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);

/** Who studies a course: directly, through a group, or through a program of a group; counted once. */
export const enrolments = pgView('enrolments', {
  company_id: integer().notNull(),
  course_id: integer().notNull(),
  user_id: integer().notNull(),
  individual: boolean().notNull(),
}).existing();

/** How far each student is in each course. */
export const course_progress = pgView('course_progress', {
  company_id: integer().notNull(),
  course_id: integer().notNull(),
  user_id: integer().notNull(),
  total: integer().notNull(),
  done: integer().notNull(),
  opened_at: instant('opened_at'),
  last_activity: instant('last_activity'),
  state: text().$type<'new' | 'in_progress' | 'finished'>().notNull(),
  percent: integer().notNull(),
}).existing();
