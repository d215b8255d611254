import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../stack/failure.ts';
import { ROOT } from '../stack/paths.ts';
import { statementsOf } from './statements.ts';

export type Kind = 'type' | 'function' | 'view' | 'trigger' | 'policy' | 'grants';

/** A function, view … as its one source has it, with its grants. */
export interface SchemaObject {
  kind: Kind;
  /** As the catalogue names it: `fail(text, text, text)`, `tenant on courses`; of grants what they are on. */
  identity: string;
  /** `fail`; of triggers and policies the table. */
  name: string;
  /** Who makes and so owns it; null: the owner of the database. */
  role: string | null;
  create: string;
  /** Grants and comments, which hold for what `create` makes. */
  attached: string[];
  file: string;
  line: number;
  /** Tables call it: in their defaults, generated columns or indexes. */
  before_tables: boolean;
}

/** What grants and comments right below belong to. */
const ATTACHED_TO: Kind[] = ['type', 'function', 'view'];
const BEFORE_TABLES = 'worker/platform/sql/before-tables.sql';

export interface Source {
  file: string;
  text: string;
}

/** The present text of everything in the database that is no table: worker/<wing>/<slice>/sql/<theme>.sql. */
export const sourceFiles = (): Source[] =>
  globSync('worker/**/sql/*.sql', { cwd: ROOT })
    .sort()
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

export const readSources = (): SchemaObject[] => objectsOf(sourceFiles());

/** @throws Failure where a statement is none of those that stand in such files, or something has two sources */
export function objectsOf(sources: Source[]): SchemaObject[] {
  const objects = new Map<string, SchemaObject>();
  for (const { file, text } of sources) {
    for (const each of objectsOfFile(file, text)) {
      const key = keyOf(each);
      const other = objects.get(key);
      if (!other) objects.set(key, each);
      else if (each.kind === 'grants' && other.file === file) other.attached.push(...each.attached);
      else throw new Failure(`${key} stands twice: ${other.file}:${other.line} and ${file}:${each.line}.`);
    }
  }
  return [...objects.values()];
}

export const keyOf = ({ kind, identity }: { kind: Kind; identity: string }): string => `${kind} ${identity}`;

export const checksumOf = ({ role, create, attached }: SchemaObject): string =>
  hashOf([role, create, attached]);

/** What tells one release of the database from another. */
export function releaseOf(objects: SchemaObject[]): string {
  const journal = JSON.parse(readFileSync(join(ROOT, 'migrations/meta/_journal.json'), 'utf8')) as Journal;
  const texts = objects.map((each) => `${keyOf(each)} ${checksumOf(each)}`).sort();
  return hashOf([texts, journal.entries.map(({ tag }) => tag)]);
}

interface Journal {
  entries: { tag: string }[];
}

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

function objectsOfFile(file: string, sql: string): SchemaObject[] {
  const objects: SchemaObject[] = [];
  let role: string | null = null;
  for (const { text, line } of statementsOf(sql)) {
    const setRole = /^(?:set role (\w+)|reset role)$/i.exec(text);
    if (setRole) {
      role = setRole[1] ?? null;
      continue;
    }
    const last = objects.at(-1);
    const target = targetOf(text);
    if (target && last && ATTACHED_TO.includes(last.kind) && target === last.identity) {
      last.attached.push(text);
      continue;
    }
    const named = target === null || target.includes('(') ? createdBy(text) : grantsOn(target);
    if (!named)
      throw new Failure(
        `${file}:${line}: "${text.slice(0, 60)}" makes no type, function, view, trigger or policy, and grants nothing ` +
          'on what stands right above it; tables and data are changed in migrations.',
      );
    const rest = named.kind === 'grants' ? { create: '', attached: [text] } : { create: text, attached: [] };
    objects.push({ ...named, ...rest, role, file, line, before_tables: file === BEFORE_TABLES });
  }
  return objects;
}

type Named = Pick<SchemaObject, 'kind' | 'identity' | 'name'>;

/** What a grant or comment is about: `courses`, `sequence answer_ids`, or a function with its types; null: it is none. */
function targetOf(text: string): string | null {
  const [, kind = '', name = '', types] =
    /^(?:(?:grant|revoke)\b[\s\S]*?\bon|comment on)\s+(?:(function|sequence|view|table|type)\s+)?(\w+)\s*(\([^)]*\))?/i.exec(
      text,
    ) ?? [];
  if (name === '') return null;
  if (types !== undefined) return `${name}(${typesOf(types.slice(1, -1)).join(', ')})`;
  // Of two functions of one name it would not say which.
  if (kind.toLowerCase() === 'function') return `${name}(?)`;
  return kind.toLowerCase() === 'sequence' ? `sequence ${name}` : name;
}

const grantsOn = (name: string): Named => ({ kind: 'grants', identity: name, name });

function createdBy(text: string): Named | null {
  const routine = /^create (?:or replace )?function (\w+)\s*\(/i.exec(text);
  if (routine) {
    const name = routine[1]!;
    return { kind: 'function', name, identity: `${name}(${argumentTypes(text).join(', ')})` };
  }
  const relation = /^create (?:or replace )?(view|type) (\w+)/i.exec(text);
  if (relation)
    return { kind: relation[1]!.toLowerCase() as Kind, identity: relation[2]!, name: relation[2]! };
  const rule = /^create (?:or replace )?(trigger|policy) (\w+)[\s\S]*? on (\w+)/i.exec(text);
  if (!rule) return null;
  const [, kind, name, table] = rule;
  return { kind: kind!.toLowerCase() as Kind, identity: `${name} on ${table}`, name: table! };
}

/** The types of a function's parameters, as the catalogue calls them. */
function argumentTypes(create: string): string[] {
  const begin = create.indexOf('(');
  let end = begin + 1;
  for (let depth = 1; depth > 0 && end < create.length; end++) {
    if (create[end] === '(') depth++;
    else if (create[end] === ')') depth--;
  }
  return listOf(create.slice(begin + 1, end - 1))
    .map((parameter) => parameter.replace(/\s*(\sdefault\s|=)[\s\S]*$/i, '').replace(/^variadic\s+/i, ''))
    .filter((parameter) => !/^out\s/i.test(parameter))
    .map((parameter) => typeName(parameter.replace(/^(inout\s+|in\s+)?\w+\s+(?=\S)/i, '')));
}

const typesOf = (list: string): string[] => listOf(list).map(typeName);

function listOf(list: string): string[] {
  const bare = list.replace(/--[^\n]*/g, '').replace(/'(?:[^']|'')*'/g, "''");
  return bare
    .split(/,(?![^()]*\))/)
    .map((each) => each.trim().replace(/\s+/g, ' '))
    .filter((each) => each !== '');
}

const ALIASES: Record<string, string> = {
  int: 'integer',
  int4: 'integer',
  int8: 'bigint',
  bool: 'boolean',
  float4: 'real',
  float8: 'double precision',
  timestamptz: 'timestamp with time zone',
};

function typeName(type: string): string {
  const [, name = '', brackets = ''] = /^(.*?)((?:\[\])*)$/.exec(type.toLowerCase())!;
  return (ALIASES[name] ?? name) + brackets;
}
