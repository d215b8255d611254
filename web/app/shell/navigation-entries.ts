import type { Capability } from '#contract/access';
import {
  IconBook2,
  IconBuilding,
  IconBuildingPlus,
  IconBooks,
  IconCertificate,
  IconChecklist,
  IconHistory,
  IconInbox,
  IconLifebuoy,
  IconLayoutDashboard,
  IconRoute,
  IconStack2,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconVideo,
} from '@tabler/icons-react';
import type { Messages } from '../../i18n/messages.ts';
import type { Profile } from '../../lib/session/session.ts';

export interface NavigationEntry {
  key: keyof Messages['shell']['entries'];
  icon: typeof IconUsers;
  path: (profile: Profile) => string;
  permission?: Capability;
  /** A line stands above it. */
  startsGroup?: boolean;
  /** Stands in the company's menu. */
  inMenu?: boolean;
}

/** The drawer's entries in their order (§2); each only for a role that holds its permission. */
const ENTRIES: readonly NavigationEntry[] = [
  { key: 'today', icon: IconInbox, path: () => '/today', permission: 'viewToday' },
  {
    key: 'dashboard',
    icon: IconLayoutDashboard,
    path: (profile) => `/company/${profile.current_login_info.space_pk}/dashboard`,
    permission: 'viewDashboard',
  },
  { key: 'programs', icon: IconRoute, path: () => '/program', permission: 'viewProgram' },
  { key: 'courses', icon: IconBook2, path: () => '/course', permission: 'viewCourse' },
  { key: 'webinars', icon: IconVideo, path: () => '/webinar', permission: 'viewWebinar' },
  { key: 'bank', icon: IconStack2, path: () => '/bank', permission: 'editBank' },
  { key: 'library', icon: IconBooks, path: () => '/library', permission: 'viewLibrary' },
  { key: 'results', icon: IconChecklist, path: () => '/results', permission: 'viewTestResults' },
  {
    key: 'certificates',
    icon: IconCertificate,
    path: () => '/certificates',
    permission: 'viewCertificateRegister',
  },
  { key: 'users', icon: IconUsers, path: () => '/user', permission: 'viewUser', startsGroup: true },
  { key: 'groups', icon: IconUsersGroup, path: () => '/group', permission: 'navigateGroups' },
  {
    key: 'company',
    icon: IconBuilding,
    path: (profile) => `/company/${profile.current_login_info.space_pk}`,
    permission: 'viewCompany',
    startsGroup: true,
  },
  {
    key: 'company_create',
    icon: IconBuildingPlus,
    path: () => '/company/create',
    permission: 'createCompany',
    inMenu: true,
  },
  {
    key: 'company_history',
    icon: IconHistory,
    path: (profile) => `/company/${profile.current_login_info.space_pk}/history`,
    permission: 'viewCompanyHistory',
  },
  { key: 'support', icon: IconLifebuoy, path: () => '/support', startsGroup: true },
  { key: 'profile', icon: IconUserCircle, path: () => '/profile' },
];

export function entriesOf(profile: Profile): readonly NavigationEntry[] {
  return ENTRIES.filter(({ permission }) => !permission || profile.permissions.includes(permission));
}

/** Those that stand in the drawer itself. */
export const drawnEntriesOf = (profile: Profile): readonly NavigationEntry[] =>
  entriesOf(profile).filter(({ inMenu }) => !inMenu);

/** The section a person stays in when company or role changes: its list, or the profile. */
export function sectionAfterSwitch(pathname: string, profile: Profile): string {
  const section = `/${pathname.split('/')[1] ?? ''}`;
  return entriesOf(profile).some((entry) => entry.path(profile) === section) ? section : '/profile';
}
