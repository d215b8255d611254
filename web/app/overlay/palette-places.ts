import type { Capability } from '#contract/access';
import { IconBook2, IconBuilding, IconUserCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Command } from '../../features/insight/palette/palette-dialog.tsx';
import type { Messages } from '../../i18n/messages.ts';
import { recentOf } from '../../lib/page/recent.ts';
import { loginKey, type Profile } from '../../lib/session/session.ts';

/** The tabs of a course, and who has them. */
const COURSE_TABS: readonly (readonly [keyof Messages['courses']['tabs'], Capability?])[] = [
  ['general'],
  ['description'],
  ['theory'],
  ['materials', 'editEduMaterials'],
  ['questions', 'editEduMaterials'],
  ['notes'],
  ['students', 'viewCourseStudents'],
  ['groups'],
  ['coaches'],
  ['managers'],
  ['programs'],
  ['webinars'],
  ['analytics', 'viewCourseAnalytics'],
  ['certificates', 'viewCourseAnalytics'],
  ['settings', 'editCourse'],
  ['revision', 'viewCourseHistory'],
];

interface Place {
  label: string;
  to: string;
  /** It is a part of what is shown there. */
  part?: boolean;
}

/** Sections and settings of the profile, of the company and of the courses that were open: each leads to its very place. */
export function usePlaces(profile: Profile): Command[] {
  const t = useTranslations();
  const [recent] = useState(() => recentOf(loginKey(profile)));
  const may = (capability: Capability) => profile.permissions.includes(capability);
  const { space_pk, type_user } = profile.current_login_info;
  const company = `/company/${space_pk}`;
  const placesOf = (
    key: string,
    icon: Command['icon'],
    detail: string,
    places: readonly Place[],
    name = '',
  ): Command[] =>
    places.map(({ label, to, part }) => ({
      key: `place-${key}-${to}-${label}`,
      section: 'places',
      icon,
      label,
      detail,
      keywords: `${t('palette.settings_words')} ${name}`,
      to,
      ...(part && { heading: label }),
    }));
  return [
    ...placesOf('profile', IconUserCircle, t('shell.entries.profile'), own()),
    ...(may('editCompany') ? placesOf('company', IconBuilding, t('shell.entries.company'), companys()) : []),
    ...recent
      .filter(({ kind }) => kind === 'courses')
      .flatMap(({ id, name }) =>
        placesOf(`course-${id}`, IconBook2, name, [...tabsOf(id), ...settingsOf(id)], name),
      ),
  ];

  function own(): Place[] {
    const learns = type_user !== 'trainer';
    const tab = (hash: Exclude<keyof Messages['profile']['tabs'], 'label'>): Place => ({
      label: t(`profile.tabs.${hash}`),
      to: `/profile#${hash}`,
    });
    const parts = (to: string, ...labels: string[]) => labels.map((label) => ({ label, to, part: true }));
    return [
      ...(
        ['courses', 'groups', 'certificates', 'notes', 'general', 'notifications', 'security'] as const
      ).map(tab),
      ...(learns ? (['programs', 'exams'] as const).map(tab) : []),
      ...(type_user === 'student' ? [tab('device')] : []),
      ...parts('/profile#general', t('profile.about'), t('profile.roles'), t('profile.companies')),
      ...parts('/profile#notifications', t('notifications.choices.title')),
      ...parts(
        '/profile#security',
        t('security.email.title'),
        t('security.password.title'),
        t('security.two_factor.title'),
        t('security.social.title'),
        t('security.sessions.title'),
        t('privacy.own.title'),
      ),
      ...parts('/profile/edit', t('profile.photo'), t('profile.phone'), t('profile.language')),
    ];
  }

  function companys(): Place[] {
    const to = `${company}/edit`;
    const edited = [
      t('companies.name'),
      t('companies.logo'),
      t('companies.email'),
      t('companies.phone'),
      t('companies.website'),
      t('companies.time_zone'),
      t('companies.description'),
    ];
    return [
      ...edited.map((label) => ({ label, to, part: true })),
      { label: t('companies.second_factor.title'), to, part: true },
      ...(profile.licences ? [{ label: t('companies.licences'), to: company, part: true }] : []),
      { label: t('companies.contacts'), to: company, part: true },
      { label: t('privacy.company.title'), to: company, part: true },
    ];
  }

  function tabsOf(id: number): Place[] {
    return COURSE_TABS.filter(([, needed]) => !needed || may(needed)).map(([hash]) => ({
      label: t(`courses.tabs.${hash}`),
      to: `/course/${id}#${hash}`,
    }));
  }

  function settingsOf(id: number): Place[] {
    if (!may('editCourse')) return [];
    const labels = [
      t('courses.settings.publication'),
      t('courses.access.label'),
      t('courses.category'),
      t('courses.form.theme_color'),
      t('courses.block.list'),
      ...(may('deleteCourse') ? [t('courses.settings.delete')] : []),
    ];
    return labels.map((label) => ({ label, to: `/course/${id}#settings`, part: true }));
  }
}
