import { withoutUnseen } from '../../../platform/contract.ts';
import { distinctTags } from '../../../platform/words/tags.ts';

/** `$course$`, `$system$`, `$cat3$`: where a category of Moodle's belongs. */
const CONTEXT = /^\$\w+\$$/;
/** What Moodle calls the category that each course has without anybody making it. */
const BY_ITSELF = /^(Default for|Типово для|По умолчанию для|Standard für) /;

/** A name as it is seen, in one line. */
const seen = (name: string): string => withoutUnseen(name).replace(/\s+/g, ' ').trim();

/** Names of a path, from the outermost; of a name itself a slash is two. */
const stepsOf = (path: string): string[] =>
  path
    .trim()
    .split(/(?<!\/)\/(?!\/)/)
    .map((step) => seen(step.replaceAll('//', '/')));

/** The last name of a path of categories; '' for the one around all, and for what Moodle makes by itself. */
export function lastCategory(path: string): string {
  const name = stepsOf(path).at(-1)!;
  return name === 'top' || CONTEXT.test(name) || BY_ITSELF.test(name) ? '' : name;
}

/** The categories of a path that somebody made, from the outermost: what Moodle puts before them is left out. */
export function categoriesOf(path: string): string[] {
  const steps = stepsOf(path);
  for (const own of [CONTEXT, /^top$/, BY_ITSELF]) if (own.test(steps[0] ?? '')) steps.shift();
  return steps.filter((step) => step !== '');
}

/** Categories as the path that Moodle reads. */
export function categoryPath(names: readonly string[]): string {
  const steps = names.map((name) => {
    // A blank parts a slash at an end of a name from those of the path.
    const padded = name.replace(/^\//, ' /').replace(/\/$/, '/ ');
    return padded.replaceAll('/', '//');
  });
  return steps.length ? `$course$/top/${steps.join('/')}` : 'top';
}

/** Tags as they are kept: without what is not seen, each once. */
export const tagsOf = (tags: readonly string[]): string[] =>
  distinctTags(tags.map(seen).filter((tag) => tag !== ''));

/** Tags as Moodle writes them into a comment of GIFT: `[tag:height] [tag:a\]b]`. */
export const tagsNote = (tags: readonly string[]): string =>
  tags.map((tag) => `[tag:${tag.replaceAll(']', String.raw`\]`).replace(/\\$/, '\\ ')}]`).join(' ');

/** The tags that a comment of GIFT names. One that is never closed ends the search: what is behind it is not closed either. */
export function notedTags(comment: string): string[] {
  const tags: string[] = [];
  const opening = /\[tag:/g;
  const closing = /(?<!\\)\]/g;
  while (opening.test(comment)) {
    closing.lastIndex = opening.lastIndex;
    if (!closing.test(comment)) break;
    tags.push(comment.slice(opening.lastIndex, closing.lastIndex - 1).replaceAll(String.raw`\]`, ']'));
    opening.lastIndex = closing.lastIndex;
  }
  return tags;
}
