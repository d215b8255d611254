export interface LearnerName {
  first_name: string;
  last_name: string;
}

/** As long as a name may be elsewhere. */
const LONGEST = 100;

/**
 * The name of a learner as SCORM gives it, "Last, First"; some systems write "First Last".
 * @returns both empty where there is none
 */
export function learnerName(written: string): LearnerName {
  const name = written.replaceAll(/\s+/g, ' ').trim();
  const comma = name.indexOf(',');
  const at = comma >= 0 ? comma : name.lastIndexOf(' ');
  const [before, after] =
    at < 0 ? [name, ''] : [name.slice(0, at).trim(), name.slice(at + 1).replace(/^,?\s*/, '')];
  const [last_name, first_name] = comma >= 0 ? [before, after] : at < 0 ? [before, ''] : [after, before];
  return { first_name: first_name.slice(0, LONGEST).trim(), last_name: last_name.slice(0, LONGEST).trim() };
}
