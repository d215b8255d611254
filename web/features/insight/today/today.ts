import type { ResponseOf } from '#contract/platform';
import {
  listCertificateExpired,
  listCertificateExpiring,
  listDueSoon,
  listFailedTwice,
  listOverdue,
  listRetakeAsked,
  listSilent,
  type getToday,
  type TODAY_LISTS,
  TODAY_SECTIONS,
} from '#contract/insight/today';
import { personName } from '../../../lib/words/person-name.ts';
import { resultPath, resultsPath } from '../../../lib/paths/result-paths.ts';

export type Today = ResponseOf<typeof getToday>;
/** A row; where each person stands once, with `also` what else is theirs. */
export type TodayRow = Today['overdue']['results'][number] &
  Partial<Pick<Today['silent']['results'][number], 'also'>>;
export type Waiting = Today['in_review']['results'][number];
/** Whom staff may remind. */
export type Section = (typeof TODAY_SECTIONS)[number];
/** Those, and whom staff has to answer. */
export type List = (typeof TODAY_LISTS)[number];

export const LISTS = {
  retake_asked: listRetakeAsked,
  failed_twice: listFailedTwice,
  overdue: listOverdue,
  due_soon: listDueSoon,
  certificate_expired: listCertificateExpired,
  certificate_expiring: listCertificateExpiring,
  silent: listSilent,
} as const;

const DAY = 24 * 3_600_000;

/** Days of the calendar since an instant, as the dates beside them are read; what was due by a day is late from the next. */
export const daysSince = (instant: string): number =>
  Math.max(0, Math.round((midnight(new Date()) - midnight(new Date(instant))) / DAY));

/** Days of the calendar until an instant, likewise. */
export const daysUntil = (instant: string): number =>
  Math.max(0, Math.round((midnight(new Date(instant)) - midnight(new Date())) / DAY));

/** Whether staff reminds by hand of what stands in a list. */
export const isReminded = (list: List): list is Section => TODAY_SECTIONS.some((one) => one === list);

/** What comes near: nobody is late with it. */
export const isComing = ({ kind }: Pick<TodayRow, 'kind'>): boolean =>
  kind.endsWith('_due') || kind === 'certificate_expiring';

const midnight = (at: Date): number => new Date(at).setHours(0, 0, 0, 0);

export const nameOf = ({ user }: Pick<TodayRow, 'user'>): string => personName(user);

/** All that a row of a list is about: itself, and what stands with it. */
export const rowsWith = (row: TodayRow): TodayRow[] => [row, ...(row.also ?? [])];

export const reviewPath = ({ course, form }: Waiting): string =>
  `${resultsPath(course.id, form.id)}?state=in_review`;

/** The last attempt, the certificates, or where the person's learning is looked after, as far as the role may go there. */
export function rowPath(row: TodayRow, viewsUsers: boolean): string {
  if (row.attempt_id !== null && row.course) return resultPath(row.course.id, row.attempt_id);
  const isCertificate = row.kind.startsWith('certificate_');
  if (viewsUsers) return `/user/${row.user.id}#${isCertificate ? 'certificates' : 'courses'}`;
  if (row.webinar) return `/webinar/${row.webinar.id}`;
  return `/course/${row.course!.id}#${isCertificate ? 'certificates' : 'students'}`;
}

export interface Asked {
  section: Section;
  /** Without them the whole section. */
  rows?: readonly TodayRow[];
}

export interface OverviewProps {
  onRemind: (asked: Asked) => void;
  onRetake: (row: TodayRow) => void;
  onDecline: (row: TodayRow) => void;
}
