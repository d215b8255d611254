import {
  boolean,
  instant,
  integer,
  json,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';
import type { Index } from './reading/archive.ts';
import type { Item, Manifest } from './reading/manifest.ts';
import type { Interaction, Kept, Standing, State } from './package.ts';
import type { Activity } from './reading/sequencing.ts';

export const keepPackage = sqlFunction(
  'keep_package',
  { material: integer, media: integer, package: json(), files: json<Index>() },
  nothing,
);

export const startPackage = sqlFunction(
  'start_package',
  { course: integer, material: integer, again: boolean },
  rows({
    try_id: integer,
    number: integer,
    package_id: integer,
    started_at: instant,
    allow_popups: boolean,
    allow_downloads: boolean,
  }),
);

export const openPackageTry = sqlFunction(
  'open_package_try',
  { material: integer, package: integer, try: integer },
  rows({
    standard: word<Manifest['standard']>(),
    title: text,
    items: json<Item[]>(),
    allow_popups: boolean,
    allow_downloads: boolean,
    opening: integer,
    sequence: integer,
    item: text,
    state: json<State>(),
    tree: nullable(json<Activity>()),
    sequencing: nullable(json<Kept>()),
    learner_name: text,
    done: boolean,
  }),
);

export const packageOfToken = sqlFunction(
  'package_of_token',
  { material: integer, package: integer },
  rows({ key: text, allow_popups: boolean, allow_downloads: boolean }),
);

export const itemsOfPackage = sqlFunction(
  'items_of_package',
  { material: integer, package: integer },
  rows({ items: json<Item[]>(), ruled: boolean }),
);

export const itemsOfTry = sqlFunction(
  'items_of_try',
  { course: integer, material: integer, try: integer },
  rows({ items: json<Item[]>(), ruled: boolean }),
);

export const indexOfPackage = sqlFunction(
  'index_of_package',
  { company: integer, package: integer },
  rows({ files: json<Index>() }),
);

export const commitPackageTry = sqlFunction(
  'commit_package_try',
  {
    material: integer,
    try: integer,
    opening: integer,
    commit: json<Standing & { sequence: number; item: string; state: State; sequencing: Kept | null }>(),
    interactions: json<Interaction[]>(),
  },
  rows({ sequence: nullable(integer), done: boolean }),
);

/** `commits`: the parameters of the one above, each with its `place` and by what it enters. */
export const commitPackageTries = sqlFunction(
  'commit_package_tries',
  { commits: json() },
  rows({ place: integer, sequence: nullable(integer), done: boolean }),
);

export const currentPackage = sqlFunction('current_package', { material: integer }, nullable(integer));
export const packageItemTitle = sqlFunction('package_item_title', { material: integer, item: text }, text);
export const contentsOfPackage = sqlFunction(
  'contents_of_package',
  { items: json() },
  json<(Pick<Item, 'title' | 'depth' | 'sco'> & { chapter: boolean })[]>(),
);
