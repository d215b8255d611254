import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { memberships } from '../../identity/companies/tables.ts';
import { study_groups } from '../../people/groups/tables.ts';
import { instant } from '../../platform/database/tables.ts';
import { courses } from '../courses/tables.ts';
import type { DISPATCH_STANDARDS } from './contract.ts';

/** A course given into another system: what its link packages open, and for whom. */
export const dispatches = pgTable(
  'dispatches',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    course_id: integer().notNull(),
    /** Whoever comes by it joins this group, which has the course. */
    group_id: integer().notNull(),
    name: text().notNull(),
    standard: text().$type<(typeof DISPATCH_STANDARDS)[number]>().notNull(),
    /** How many people may come by it; null: as many as there are licences. */
    max_people: integer(),
    ends_at: instant('ends_at'),
    withdrawn_at: instant('withdrawn_at'),
    created_at: instant('created_at').notNull(),
    downloaded_at: instant('downloaded_at'),
    /** When somebody last stood before the door for want of a licence or a place. */
    refused_at: instant('refused_at'),
  },
  (dispatch) => [
    unique('dispatches_tenant').on(dispatch.company_id, dispatch.id),
    index('dispatches_course').on(dispatch.company_id, dispatch.course_id),
    check('dispatches_standard', sql`standard in ('1.2', '2004')`),
    check('dispatches_max_people', sql`max_people > 0`),
    foreignKey({
      name: 'dispatches_course_fk',
      columns: [dispatch.company_id, dispatch.course_id],
      foreignColumns: [courses.company_id, courses.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'dispatches_group',
      columns: [dispatch.company_id, dispatch.group_id],
      foreignColumns: [study_groups.company_id, study_groups.id],
    }).onDelete('cascade'),
  ],
);

/** Who came by a dispatch: a person of this company, known by what the other system calls them and by nothing else. */
export const dispatch_learners = pgTable(
  'dispatch_learners',
  {
    company_id: integer().notNull(),
    dispatch_id: integer().notNull(),
    learner_id: text().notNull(),
    user_id: integer().notNull(),
    joined_at: instant('joined_at').notNull(),
    seen_at: instant('seen_at').notNull(),
  },
  (learner) => [
    primaryKey({ columns: [learner.company_id, learner.dispatch_id, learner.learner_id] }),
    index('dispatch_learners_user').on(learner.company_id, learner.user_id),
    check('dispatch_learners_id', sql`char_length(learner_id) between 1 and 1000`),
    foreignKey({
      name: 'dispatch_learners_dispatch',
      columns: [learner.company_id, learner.dispatch_id],
      foreignColumns: [dispatches.company_id, dispatches.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'dispatch_learners_membership',
      columns: [learner.company_id, learner.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);
