import type { Messages } from '../i18n/messages.ts';
import type { AppRoute } from './parts/app-route.ts';

/** Routes without the navigation drawer (§2). */
export const PUBLIC_ROUTES: readonly AppRoute<keyof Messages['common']['titles']>[] = [
  {
    path: '/login',
    access: 'login',
    title: 'login',
    slices: ['accounts'],
    page: () => import('./pages/identity/login.tsx'),
  },
  {
    path: '/registration',
    access: 'public',
    title: 'registration',
    slices: ['accounts', 'registration'],
    page: () => import('./pages/identity/registration.tsx'),
  },
  {
    path: '/accounts/email-confirmation',
    access: 'public',
    title: 'email_confirmation',
    slices: ['accounts', 'links'],
    page: () => import('./pages/identity/email-confirmation.tsx'),
  },
  {
    path: '/accounts/finish-registration',
    access: 'public',
    title: 'finish_registration',
    slices: ['accounts', 'links'],
    page: () => import('./pages/identity/finish-registration.tsx'),
  },
  {
    path: '/invite-registration',
    access: 'public',
    title: 'invite_registration',
    slices: ['accounts', 'links'],
    page: () => import('./pages/identity/invite-registration.tsx'),
  },
  {
    path: '/forget-password',
    access: 'public',
    title: 'forget_password',
    slices: ['accounts'],
    page: () => import('./pages/identity/forget-password.tsx'),
  },
  {
    path: '/accounts/password-reset',
    access: 'public',
    title: 'password_reset',
    slices: ['accounts', 'links'],
    page: () => import('./pages/identity/password-reset.tsx'),
  },
  {
    path: '/accounts/social',
    access: 'public',
    title: 'social',
    slices: ['accounts'],
    page: () => import('./pages/identity/social.tsx'),
  },
  {
    path: '/privacy',
    access: 'public',
    title: 'privacy',
    slices: [],
    page: () => import('./pages/service/privacy.tsx'),
  },
  {
    path: '/terms',
    access: 'public',
    title: 'terms',
    slices: [],
    page: () => import('./pages/service/terms.tsx'),
  },
  {
    path: '/certificate/:number',
    access: 'public',
    title: 'certificate',
    slices: ['certificates'],
    page: () => import('./pages/exams/certificates/check.tsx'),
  },
  {
    path: '/no-access',
    access: 'public',
    title: 'no_access',
    slices: [],
    page: () => import('./pages/identity/no-access.tsx'),
  },
  {
    path: '*',
    access: 'public',
    title: 'not_found',
    slices: [],
    page: () => import('./pages/service/not-found.tsx'),
  },
];
