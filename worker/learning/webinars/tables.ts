import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { companies, memberships } from '../../identity/companies/tables.ts';
import { courses } from '../courses/tables.ts';
import { study_groups } from '../../people/groups/tables.ts';
import { media } from '../media/tables.ts';
import { instant } from '../../platform/database/tables.ts';
import type { Provider, WEBINAR_FILE_KINDS } from './contract.ts';
import { programs } from '../programs/tables.ts';

export const webinars = pgTable(
  'webinars',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer()
      .notNull()
      .references(() => companies.id),
    name: text().notNull(),
    description: text().notNull().default(''),
    photo_id: integer().references(() => media.id, { onDelete: 'set null' }),
    host_id: integer().notNull(),
    provider: text().$type<Provider>().notNull().default('link'),
    /** Shown only to those invited, from 15 minutes before the start. */
    join_url: text().notNull().default(''),
    starts_at: instant('starts_at').notNull(),
    /** Where the start was meant: an IANA name. */
    time_zone: text().notNull(),
    /** Minutes. */
    duration: integer().notNull(),
    /** Null: unlimited. */
    capacity: integer(),
    recording_url: text().notNull().default(''),
    /** In calendars, the same for all its versions. */
    uid: uuid().notNull().defaultRandom(),
    /** How often the calendar's entry changed. */
    sequence: integer().notNull().default(0),
    canceled_at: instant('canceled_at'),
    /** Why it was canceled, as those invited read it. */
    cancel_reason: text().notNull().default(''),
    day_reminded_at: instant('day_reminded_at'),
    hour_reminded_at: instant('hour_reminded_at'),
    created_at: instant('created_at').notNull().defaultNow(),
    deleted_at: instant('deleted_at'),
  },
  (webinar) => [
    unique('webinars_tenant').on(webinar.company_id, webinar.id),
    index('webinars_start').on(webinar.company_id, webinar.starts_at, webinar.id),
    index('webinars_search').using('gin', sql`search_text(name) gin_trgm_ops`),
    foreignKey({
      name: 'webinars_host',
      columns: [webinar.company_id, webinar.host_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    }).onUpdate('cascade'),
  ],
);

export const webinar_hosts = pgTable(
  'webinar_hosts',
  {
    company_id: integer().notNull(),
    webinar_id: integer().notNull(),
    user_id: integer().notNull(),
  },
  (link) => [
    primaryKey({ columns: [link.company_id, link.webinar_id, link.user_id] }),
    index('webinar_hosts_user').on(link.company_id, link.user_id),
    foreignKey({
      name: 'webinar_hosts_webinar',
      columns: [link.company_id, link.webinar_id],
      foreignColumns: [webinars.company_id, webinars.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'webinar_hosts_user_fk',
      columns: [link.company_id, link.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);

export const webinar_courses = pgTable(
  'webinar_courses',
  {
    company_id: integer().notNull(),
    webinar_id: integer().notNull(),
    course_id: integer().notNull(),
  },
  (link) => [
    primaryKey({ columns: [link.company_id, link.webinar_id, link.course_id] }),
    index('webinar_courses_course').on(link.company_id, link.course_id),
    foreignKey({
      name: 'webinar_courses_webinar',
      columns: [link.company_id, link.webinar_id],
      foreignColumns: [webinars.company_id, webinars.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'webinar_courses_course_fk',
      columns: [link.company_id, link.course_id],
      foreignColumns: [courses.company_id, courses.id],
    }).onDelete('cascade'),
  ],
);

export const webinar_programs = pgTable(
  'webinar_programs',
  {
    company_id: integer().notNull(),
    webinar_id: integer().notNull(),
    program_id: integer().notNull(),
  },
  (link) => [
    primaryKey({ columns: [link.company_id, link.webinar_id, link.program_id] }),
    index('webinar_programs_program').on(link.company_id, link.program_id),
    foreignKey({
      name: 'webinar_programs_webinar',
      columns: [link.company_id, link.webinar_id],
      foreignColumns: [webinars.company_id, webinars.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'webinar_programs_program_fk',
      columns: [link.company_id, link.program_id],
      foreignColumns: [programs.company_id, programs.id],
    }).onDelete('cascade'),
  ],
);

export const webinar_groups = pgTable(
  'webinar_groups',
  {
    company_id: integer().notNull(),
    webinar_id: integer().notNull(),
    group_id: integer().notNull(),
  },
  (link) => [
    primaryKey({ columns: [link.company_id, link.webinar_id, link.group_id] }),
    index('webinar_groups_group').on(link.company_id, link.group_id),
    foreignKey({
      name: 'webinar_groups_webinar',
      columns: [link.company_id, link.webinar_id],
      foreignColumns: [webinars.company_id, webinars.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'webinar_groups_group_fk',
      columns: [link.company_id, link.group_id],
      foreignColumns: [study_groups.company_id, study_groups.id],
    }).onDelete('cascade'),
  ],
);

/** Slides and handouts of a webinar, and the recording that was uploaded. */
export const webinar_files = pgTable(
  'webinar_files',
  {
    company_id: integer().notNull(),
    webinar_id: integer().notNull(),
    media_id: integer()
      .notNull()
      .references(() => media.id),
    kind: text().$type<(typeof WEBINAR_FILE_KINDS)[number]>().notNull().default('file'),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (file) => [
    primaryKey({ columns: [file.company_id, file.media_id] }),
    index('webinar_files_webinar').on(file.company_id, file.webinar_id),
    foreignKey({
      name: 'webinar_files_webinar_fk',
      columns: [file.company_id, file.webinar_id],
      foreignColumns: [webinars.company_id, webinars.id],
    }).onDelete('cascade'),
  ],
);

/** Who came. */
export const webinar_attendance = pgTable(
  'webinar_attendance',
  {
    company_id: integer().notNull(),
    webinar_id: integer().notNull(),
    user_id: integer().notNull(),
    joined_at: instant('joined_at'),
    left_at: instant('left_at'),
    /** join: by the button; manual: noted by the host. */
    source: text().notNull(),
    /** attended or absent */
    status: text().notNull(),
  },
  (attendance) => [
    primaryKey({ columns: [attendance.company_id, attendance.webinar_id, attendance.user_id] }),
    index('webinar_attendance_user').on(attendance.company_id, attendance.user_id),
    foreignKey({
      name: 'webinar_attendance_webinar',
      columns: [attendance.company_id, attendance.webinar_id],
      foreignColumns: [webinars.company_id, webinars.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'webinar_attendance_membership',
      columns: [attendance.company_id, attendance.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);
