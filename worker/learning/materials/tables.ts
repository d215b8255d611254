import { sql } from 'drizzle-orm';
import {
  foreignKey,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { customType } from 'drizzle-orm/pg-core';
import { memberships } from '../../identity/companies/tables.ts';
import { courses } from '../courses/tables.ts';
import { media } from '../media/tables.ts';
import type { Language } from '../../identity/accounts/contract.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import { instant } from '../../platform/database/tables.ts';
import type * as contract from './contract.ts';

type Material = ResponseOf<typeof contract.getMaterial>;
type MaterialType = Material['type'];
type MaterialFile = Material['files'][number];

const numMultiRange = customType<{ data: string }>({ dataType: () => 'nummultirange' });

export const materials = pgTable(
  'materials',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    course_id: integer().notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    type: text().$type<MaterialType>().notNull(),
    /** Sanitized HTML. */
    text: text().notNull().default(''),
    /** How many letters of it are read, without markup. */
    letters: integer()
      .notNull()
      .generatedAlwaysAs(sql`length(regexp_replace(text, '<[^>]*>', '', 'g'))`),
    position: integer().notNull(),
    /** What opens the next one under chain access: after_viewing, after_passing or free. */
    next_access: text().$type<Material['next_access']>().notNull().default('after_passing'),
    /** A practice is done when passed or when finished; of other types it is their rule's. */
    done_when: text().$type<Material['done_when']>().notNull().default('passed'),
    /** Goes up with each change of content, so that a copy can tell that its original is newer. */
    revision: integer().notNull().default(1),
    /** Hidden from students who open the course after this instant. */
    archived_at: instant('archived_at'),
    created_at: instant('created_at').notNull().defaultNow(),
    deleted_at: instant('deleted_at'),
  },
  (material) => [
    unique('materials_tenant').on(material.company_id, material.id),
    uniqueIndex('materials_name')
      .on(material.company_id, material.course_id, sql`lower(btrim(name))`)
      .where(sql`deleted_at is null`),
    index('materials_course').on(material.company_id, material.course_id, material.position),
    index('materials_search').using('gin', sql`search_text(name) gin_trgm_ops`),
    foreignKey({
      name: 'materials_course_fk',
      columns: [material.company_id, material.course_id],
      foreignColumns: [courses.company_id, courses.id],
    }),
  ],
);

/** What one student has opened and done. The one truth that every progress figure is counted from. */
export const material_progress = pgTable(
  'material_progress',
  {
    company_id: integer().notNull(),
    material_id: integer().notNull(),
    user_id: integer().notNull(),
    opened_at: instant('opened_at').notNull().defaultNow(),
    /** A test or exam is viewed once an attempt at it has ended, anything else once it was opened. */
    viewed_at: instant('viewed_at'),
    done_at: instant('done_at'),
    /** When the student last began or ended an attempt at a test or exam; no day on which staff decided about one. */
    attempted_at: instant('attempted_at'),
    /** Where to go on: seconds of a video or audio, the page of a pdf or presentation. */
    resume_at: real('resume_at').notNull().default(0),
    /** The seconds of a video or audio that were played, each counted once. */
    watched: numMultiRange('watched').notNull().default('{}'),
    reported_at: instant('reported_at'),
  },
  (progress) => [
    primaryKey({ columns: [progress.company_id, progress.user_id, progress.material_id] }),
    index('material_progress_material').on(progress.company_id, progress.material_id),
    index('material_progress_opened').on(
      progress.company_id,
      progress.opened_at,
      progress.user_id,
      progress.done_at,
    ),
    // What was done within the hour is found by when it was opened.
    index('material_progress_later')
      .on(progress.company_id, progress.done_at, progress.user_id, progress.opened_at)
      .where(sql`(done_at - opened_at) not between interval '0' and interval '1 hour'`),
    foreignKey({
      name: 'material_progress_material_fk',
      columns: [progress.company_id, progress.material_id],
      foreignColumns: [materials.company_id, materials.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'material_progress_membership',
      columns: [progress.company_id, progress.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);

/** The files of a material. */
export const material_files = pgTable(
  'material_files',
  {
    company_id: integer().notNull(),
    material_id: integer().notNull(),
    media_id: integer()
      .notNull()
      .references(() => media.id),
    /** main: what the material shows; captions; attachment: to be downloaded; inline: a picture in its text. */
    kind: text().$type<MaterialFile['kind']>().notNull(),
    language: text().$type<Language>(),
    /** Seconds, of a video or audio that a browser can play. */
    duration: real('duration'),
    position: integer().notNull().default(0),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (file) => [
    primaryKey({ columns: [file.company_id, file.media_id] }),
    index('material_files_material').on(file.company_id, file.material_id, file.position),
    foreignKey({
      name: 'material_files_material_fk',
      columns: [file.company_id, file.material_id],
      foreignColumns: [materials.company_id, materials.id],
    }).onDelete('cascade'),
  ],
);

/** Materials under chain access that are open to one student all the same. */
export const material_unlocks = pgTable(
  'material_unlocks',
  {
    company_id: integer().notNull(),
    material_id: integer().notNull(),
    user_id: integer().notNull(),
    /** Who unblocked it. */
    unlocked_by: integer().notNull(),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (unlock) => [
    primaryKey({ columns: [unlock.company_id, unlock.user_id, unlock.material_id] }),
    foreignKey({
      name: 'material_unlocks_material',
      columns: [unlock.company_id, unlock.material_id],
      foreignColumns: [materials.company_id, materials.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'material_unlocks_membership',
      columns: [unlock.company_id, unlock.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);

/** The materials that a student has in each course of theirs. */
export const student_materials = pgView('student_materials', {
  company_id: integer().notNull(),
  course_id: integer().notNull(),
  user_id: integer().notNull(),
  material_id: integer().notNull(),
  type: text().$type<MaterialType>().notNull(),
  position: integer().notNull(),
  opened_at: instant('opened_at'),
  done_at: instant('done_at'),
}).existing();
