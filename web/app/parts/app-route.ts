import type { ComponentType } from 'react';
import type { UserType } from '#contract/access';
import type { Slice } from '../../i18n/messages.ts';
import type { RouteAccess } from '../guards.ts';

export interface AppRoute<Title extends string = string> {
  path: string;
  access: RouteAccess;
  /** Key of the page title: in common.json of a public page, in shell.json of a private one. */
  title: Title;
  /** The texts the page needs beside `common` and `errors` (and `shell` in private screens). */
  slices: readonly Slice[];
  /**
   * What the screen reads first when its address has no query, asked for before its code has come (early.js). `$1` is the
   * first parameter of the path, `$me` the person.
   */
  reads?: readonly (string | { who: UserType; path: string })[];
  /** Asks for concentration and has the page to itself (`useFocusScreen`). */
  alone?: true;
  page: () => Promise<{ default: ComponentType }>;
}
