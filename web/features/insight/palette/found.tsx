import type { ResponseOf } from '#contract/platform';
import { search } from '#contract/insight/search';
import {
  IconBook2,
  IconChecklist,
  IconFileText,
  IconLock,
  IconRoute,
  IconUser,
  IconUsersGroup,
  IconVideo,
  type IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Messages } from '../../../i18n/messages.ts';
import { dateTimeText } from '../../../lib/words/dates.ts';
import { type RecentKind, recentOf } from '../../../lib/page/recent.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { personName } from '../../../lib/words/person-name.ts';
import { materialPath } from '../../../lib/paths/material-paths.ts';

export interface PaletteOption {
  key: string;
  label: string;
  detail?: string;
  /** What it is found by beside its label. */
  keywords?: string;
  icon?: typeof IconUsers;
  person?: { id: number; first_name: string; last_name: string; photo: string | null };
  to?: string;
  /** The heading there that it is about. */
  heading?: string;
  run?: () => void;
}

export interface PaletteSection {
  key: keyof Messages['palette']['sections'];
  options: PaletteOption[];
}

const KINDS: Record<RecentKind, { icon: typeof IconUsers; path: string }> = {
  users: { icon: IconUser, path: '/user' },
  courses: { icon: IconBook2, path: '/course' },
  groups: { icon: IconUsersGroup, path: '/group' },
  programs: { icon: IconRoute, path: '/program' },
  webinars: { icon: IconVideo, path: '/webinar' },
};

/** What was open in this browser before, without the page that is open now. */
export function useRecent(login: string): PaletteSection {
  const t = useTranslations('palette.kinds');
  const [recent] = useState(() => recentOf(login));
  const options = recent.map(({ kind, id, name }) => {
    const { icon, path } = KINDS[kind];
    return { key: `recent-${kind}-${id}`, label: name, detail: t(kind), icon, to: `${path}/${id}` };
  });
  return { key: 'recent', options: options.filter(({ to }) => to !== location.pathname).slice(0, 5) };
}

/** What the company has of a query; nothing is asked for an empty one. */
export function useFound(query: string) {
  const t = useTranslations('palette');
  const { data, error, isPending, refetch } = useData(search, { query: { query }, enabled: query !== '' });
  return {
    isPending,
    error,
    retry: () => void refetch(),
    sections: data ? sectionsOf(data, t) : [],
  };
}

type Found = ResponseOf<typeof search>;

function sectionsOf(found: Found, t: ReturnType<typeof useTranslations<'palette'>>): PaletteSection[] {
  const things = <R extends { id: number; name: string }>(
    kind: RecentKind,
    rows: readonly R[],
    detailOf: (row: R) => string | null,
  ): PaletteSection => ({
    key: kind,
    options: rows.map((row) => ({
      key: `${kind}-${row.id}`,
      label: row.name,
      detail: detailOf(row) ?? '',
      icon: KINDS[kind].icon,
      to: `${KINDS[kind].path}/${row.id}`,
    })),
  });
  const inCourses = (key: 'materials' | 'tests', icon: typeof IconUsers): PaletteSection => ({
    key,
    options: found[key].map(({ id, name, course_id, course_name, locked }) => ({
      key: `${key}-${id}`,
      label: name,
      detail: [locked ? t('locked') : null, course_name].filter(Boolean).join(' · '),
      icon: locked ? IconLock : icon,
      to: materialPath(course_id, id),
    })),
  });
  return [
    {
      key: 'users',
      options: (found.people ?? []).map((person) => ({
        key: `users-${person.id}`,
        label: personName(person),
        detail:
          [person.position, person.subdivision].filter(Boolean).join(', ') ||
          (person.email ?? person.phone ?? ''),
        person,
        to: `/user/${person.id}`,
      })),
    },
    things('courses', found.courses, ({ published, category }) =>
      [published ? null : t('draft'), category].filter(Boolean).join(' · '),
    ),
    inCourses('materials', IconFileText),
    inCourses('tests', IconChecklist),
    things('programs', found.programs, ({ internal_name }) => internal_name),
    things('groups', found.groups ?? [], ({ students }) => t('students', { count: students })),
    things('webinars', found.webinars, ({ starts_at, canceled }) =>
      [dateTimeText(starts_at), canceled ? t('canceled') : null].filter(Boolean).join(' · '),
    ),
  ];
}
