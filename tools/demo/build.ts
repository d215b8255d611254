import type { Client } from 'pg';
import { changeThingsSince } from './chapters/afterwards.ts';
import { fillBank } from './chapters/bank.ts';
import { formGroups, foundCompany } from './chapters/company.ts';
import { writeCourses } from './chapters/courses.ts';
import { letCertificatesExpire, letEverybodyStudy } from './chapters/learning.ts';
import { openLibrary } from './chapters/library.ts';
import { composePrograms, orderPrograms } from './chapters/programs.ts';
import { becomeShiftLeads } from './chapters/shift-leads.ts';
import { holdWebinars } from './chapters/webinars.ts';
import { Story } from './story.ts';

/** Builds the demo company on a connection in a transaction, as a role that the policies let through. */
export async function buildCompany(client: Client, password_hash: string): Promise<void> {
  const story = new Story(client, Date.now());
  await foundCompany(story, password_hash);
  await formGroups(story);
  await fillBank(story);
  const courses = await writeCourses(story);
  await composePrograms(story);
  await letEverybodyStudy(story, courses);
  await becomeShiftLeads(story, courses);
  await letCertificatesExpire(story);
  await orderPrograms(story);
  await holdWebinars(story);
  await changeThingsSince(story);
  await openLibrary(story);
}
