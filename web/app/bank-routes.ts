import type { Messages } from '../i18n/messages.ts';
import type { AppRoute } from './app-route.ts';

/** The company's bank of questions. */
export const BANK_ROUTES: readonly AppRoute<keyof Messages['shell']['titles']>[] = [
  {
    path: '/bank',
    access: 'editBank',
    title: 'bank',
    slices: ['bank', 'forms'],
    reads: ['/api/v1/bank/folders/'],
    page: () => import('./pages/exams/bank.tsx'),
  },
  {
    path: '/bank/create',
    access: 'editBank',
    title: 'bank_create',
    slices: ['bank', 'forms', 'files'],
    reads: ['/api/v1/bank/folders/'],
    page: () => import('./pages/exams/bank-question-create.tsx'),
  },
  {
    path: '/bank/:id',
    access: 'editBank',
    title: 'bank_question',
    slices: ['bank', 'forms', 'files'],
    reads: ['/api/v1/bank/questions/$1/'],
    page: () => import('./pages/exams/bank-question.tsx'),
  },
];
