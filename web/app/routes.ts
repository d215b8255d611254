import type { ComponentType } from 'react';
import type { Messages, Slice } from '../i18n/messages.ts';
import type { RouteAccess } from './guards.ts';

export interface AppRoute {
  path: string;
  access: RouteAccess;
  /** Key of the page title in common.json. */
  title: keyof Messages['common']['titles'];
  /** The texts the page needs beside `common` and `errors` (and `shell` in private screens). */
  slices: readonly Slice[];
  page: () => Promise<{ default: ComponentType }>;
}

/** Routes without the navigation drawer (§2). */
export const PUBLIC_ROUTES: readonly AppRoute[] = [
  {
    path: '/login',
    access: 'login',
    title: 'login',
    slices: ['accounts'],
    page: () => import('./pages/login.tsx'),
  },
  {
    path: '/registration',
    access: 'public',
    title: 'registration',
    slices: ['accounts'],
    page: () => import('./pages/registration.tsx'),
  },
  {
    path: '/accounts/email-confirmation',
    access: 'public',
    title: 'email_confirmation',
    slices: ['accounts'],
    page: () => import('./pages/email-confirmation.tsx'),
  },
  {
    path: '/accounts/finish-registration',
    access: 'public',
    title: 'finish_registration',
    slices: ['accounts'],
    page: () => import('./pages/finish-registration.tsx'),
  },
  {
    path: '/invite-registration',
    access: 'public',
    title: 'invite_registration',
    slices: ['accounts'],
    page: () => import('./pages/invite-registration.tsx'),
  },
  {
    path: '/forget-password',
    access: 'public',
    title: 'forget_password',
    slices: ['accounts'],
    page: () => import('./pages/forget-password.tsx'),
  },
  {
    path: '/accounts/password-reset',
    access: 'public',
    title: 'password_reset',
    slices: ['accounts'],
    page: () => import('./pages/password-reset.tsx'),
  },
  {
    path: '/accounts/social',
    access: 'public',
    title: 'social',
    slices: ['accounts'],
    page: () => import('./pages/social.tsx'),
  },
  {
    path: '/privacy',
    access: 'public',
    title: 'privacy',
    slices: [],
    page: () => import('./pages/privacy.tsx'),
  },
  { path: '/terms', access: 'public', title: 'terms', slices: [], page: () => import('./pages/terms.tsx') },
  {
    path: '/no-access',
    access: 'public',
    title: 'no_access',
    slices: [],
    page: () => import('./pages/no-access.tsx'),
  },
  {
    path: '*',
    access: 'public',
    title: 'not_found',
    slices: [],
    page: () => import('./pages/not-found.tsx'),
  },
];

/** Routes with the drawer; all need a session, some a permission (§2). */
export const PRIVATE_ROUTES: readonly AppRoute[] = [
  {
    path: '/company/create',
    access: 'createCompany',
    title: 'company_create',
    slices: ['companies'],
    page: () => import('./pages/company-create.tsx'),
  },
  {
    path: '/company/:id',
    access: 'signed_in',
    title: 'company',
    slices: ['companies'],
    page: () => import('./pages/company-info.tsx'),
  },
  {
    path: '/company/:id/edit',
    access: 'editCompany',
    title: 'company_edit',
    slices: ['companies', 'photo'],
    page: () => import('./pages/company-edit.tsx'),
  },
  {
    path: '/course',
    access: 'signed_in',
    title: 'courses',
    slices: ['courses'],
    page: () => import('./pages/course-list.tsx'),
  },
  {
    path: '/course/create',
    access: 'createCourse',
    title: 'course_create',
    slices: ['courses', 'photo'],
    page: () => import('./pages/course-create.tsx'),
  },
  {
    path: '/course/:id',
    access: 'signed_in',
    title: 'course',
    slices: ['courses', 'materials', 'statistics'],
    page: () => import('./pages/course-info.tsx'),
  },
  {
    path: '/course/:id/edit',
    access: 'editCourse',
    title: 'course_edit',
    slices: ['courses', 'photo'],
    page: () => import('./pages/course-edit.tsx'),
  },
  {
    path: '/course/:id/education-materials',
    access: 'editEduMaterials',
    title: 'materials',
    slices: ['materials'],
    page: () => import('./pages/course-materials.tsx'),
  },
  {
    path: '/course/:id/education-materials/constructor',
    access: 'editEduMaterials',
    title: 'material_constructor',
    slices: ['materials'],
    page: () => import('./pages/course-material-constructor.tsx'),
  },
  {
    path: '/course/:id/education-materials/:materialID',
    access: 'viewTestMaterials',
    title: 'material',
    slices: ['materials', 'attempts', 'courses'],
    page: () => import('./pages/course-material.tsx'),
  },
  {
    path: '/course/:id/education-materials/:materialID/constructor',
    access: 'editEduMaterials',
    title: 'form_constructor',
    slices: ['materials', 'forms'],
    page: () => import('./pages/course-form-constructor.tsx'),
  },
  {
    path: '/course/:id/education-materials/:materialID/form/:formID',
    access: 'startTest',
    title: 'form',
    slices: ['attempts'],
    page: () => import('./pages/course-form.tsx'),
  },
  {
    path: '/course/:id/statistic/:statisticID',
    access: 'signed_in',
    title: 'course_statistic',
    slices: ['attempts'],
    page: () => import('./pages/course-statistic.tsx'),
  },
  {
    path: '/group',
    access: 'signed_in',
    title: 'groups',
    slices: ['groups'],
    page: () => import('./pages/group-list.tsx'),
  },
  {
    path: '/group/create',
    access: 'editGroup',
    title: 'group_create',
    slices: ['groups'],
    page: () => import('./pages/group-create.tsx'),
  },
  {
    path: '/group/:id',
    access: 'signed_in',
    title: 'group',
    slices: ['groups', 'users'],
    page: () => import('./pages/group-info.tsx'),
  },
  {
    path: '/group/:id/edit',
    access: 'editGroup',
    title: 'group_edit',
    slices: ['groups'],
    page: () => import('./pages/group-edit.tsx'),
  },
  {
    path: '/program',
    access: 'signed_in',
    title: 'programs',
    slices: ['programs'],
    page: () => import('./pages/program-list.tsx'),
  },
  {
    path: '/program/create',
    access: 'editProgram',
    title: 'program_create',
    slices: ['programs'],
    page: () => import('./pages/program-create.tsx'),
  },
  {
    path: '/program/:id',
    access: 'signed_in',
    title: 'program',
    slices: ['programs'],
    page: () => import('./pages/program-info.tsx'),
  },
  {
    path: '/program/:id/edit',
    access: 'editProgram',
    title: 'program_edit',
    slices: ['programs', 'photo'],
    page: () => import('./pages/program-edit.tsx'),
  },
  {
    path: '/profile',
    access: 'signed_in',
    title: 'profile',
    slices: ['profile', 'security', 'learning'],
    page: () => import('./pages/profile.tsx'),
  },
  {
    path: '/profile/edit',
    access: 'signed_in',
    title: 'profile_edit',
    slices: ['profile', 'photo', 'security'],
    page: () => import('./pages/profile-edit.tsx'),
  },
  {
    path: '/user',
    access: 'viewUser',
    title: 'users',
    slices: ['users'],
    page: () => import('./pages/user-list.tsx'),
  },
  {
    path: '/user/all',
    access: 'createMembership',
    title: 'users_all',
    slices: ['users'],
    page: () => import('./pages/user-all.tsx'),
  },
  {
    path: '/user/create',
    access: 'createUser',
    title: 'user_create',
    slices: ['users'],
    page: () => import('./pages/user-create.tsx'),
  },
  {
    path: '/user/import',
    access: 'importUser',
    title: 'user_import',
    slices: ['imports'],
    page: () => import('./pages/user-import.tsx'),
  },
  {
    path: '/user/:id',
    access: 'viewUser',
    title: 'user',
    slices: ['users', 'learning'],
    page: () => import('./pages/user-info.tsx'),
  },
  {
    path: '/user/:id/edit',
    access: 'editUser',
    title: 'user_edit',
    slices: ['users', 'photo'],
    page: () => import('./pages/user-edit.tsx'),
  },
];
