/** Groups that fill themselves, as `worker/people/groups/sql/rules.sql` carries it out: by a plain look at everybody. */

export interface Place {
  position: string;
  subdivision: string;
}

export interface Rule {
  positions: readonly string[];
  subdivisions: readonly string[];
}

export interface Somebody extends Place {
  /** In the company; else they left. */
  there: boolean;
  blocked: boolean;
  declined: boolean;
}

export interface Group {
  rule: Rule;
  deleted: boolean;
  /** Students, and whether the rule brought them in. */
  students: Map<number, boolean>;
  /** Who was taken out by hand. */
  exceptions: Set<number>;
}

export interface Company {
  people: Map<number, Somebody>;
  groups: Map<number, Group>;
}

const key = (value: string): string => value.trim().toLowerCase();
const keys = (values: readonly string[]): string[] => [...new Set(values.map(key))].sort();
const hasRule = ({ positions, subdivisions }: Rule): boolean => positions.length + subdivisions.length > 0;

const named = (values: readonly string[], value: string): boolean =>
  values.length === 0 || keys(values).includes(key(value));

/** Whether a place matches a rule; one without any value is no rule. */
export const matches = (rule: Rule, place: Place): boolean =>
  hasRule(rule) && named(rule.positions, place.position) && named(rule.subdivisions, place.subdivision);

const isPresent = ({ there, blocked, declined }: Somebody): boolean => there && !blocked && !declined;

function join(group: Group, id: number, person: Somebody): void {
  if (group.deleted || !isPresent(person) || !matches(group.rule, person) || group.exceptions.has(id)) return;
  if (!group.students.has(id)) group.students.set(id, true);
}

/** Somebody is changed: another place and leaving forget what they were taken out of, what lets them in lets rules ask. */
export function changePerson({ people, groups }: Company, id: number, change: Partial<Somebody>): void {
  const was = people.get(id);
  if (!was) return;
  const now = { ...was, ...change };
  people.set(id, now);
  const moved =
    key(was.position) !== key(now.position) ||
    key(was.subdivision) !== key(now.subdivision) ||
    was.there !== now.there;
  for (const group of groups.values()) {
    if (moved) group.exceptions.delete(id);
    if (moved || !isPresent(was)) join(group, id, now);
  }
}

/** A row of somebody comes, or goes with all that hangs on it. */
export function addPerson({ people, groups }: Company, id: number, place: Place): void {
  if (people.has(id)) return;
  const person = { ...place, there: true, blocked: false, declined: false };
  people.set(id, person);
  for (const group of groups.values()) join(group, id, person);
}

export function dropPerson({ people, groups }: Company, id: number): void {
  people.delete(id);
  for (const group of groups.values()) {
    group.students.delete(id);
    group.exceptions.delete(id);
  }
}

/** A group gets another rule: everybody who matches is asked for again. */
export function setRule({ people, groups }: Company, id: number, rule: Rule): void {
  const group = groups.get(id)!;
  const before = group.rule;
  if (group.deleted) return;
  group.rule = rule;
  if (
    JSON.stringify([before.positions, before.subdivisions].map(keys)) ===
    JSON.stringify([rule.positions, rule.subdivisions].map(keys))
  )
    return;
  group.exceptions.clear();
  for (const [one, person] of people) join(group, one, person);
}

export function hideGroup({ people, groups }: Company, id: number, deleted: boolean): void {
  const group = groups.get(id)!;
  const comesBack = group.deleted && !deleted;
  group.deleted = deleted;
  if (comesBack) for (const [one, person] of people) join(group, one, person);
}

export function takeOut({ people, groups }: Company, id: number, person: number): void {
  const group = groups.get(id)!;
  if (group.students.delete(person) && hasRule(group.rule) && people.get(person)?.there)
    group.exceptions.add(person);
}

export function putIn({ people, groups }: Company, id: number, person: number): void {
  const { students } = groups.get(id)!;
  if (people.has(person) && !students.has(person)) students.set(person, false);
}
