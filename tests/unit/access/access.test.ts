import { expect, test } from 'vitest';
import {
  ASSIGNABLE_BY,
  CAPABILITIES,
  IMPLIED_TYPES,
  reachOf,
  USER_TYPES,
  type Capability,
} from '../../../worker/access/contract.ts';

/**
 * The capability table as §6 and the decisions, "Row scope", give it, written by hand: who holds it, in the order owner, admin,
 * manager, trainer, student (c company, g group, r course, o own, - not at all).
 */
const EXPECTED: Record<Capability, string> = {
  viewProfile: 'ooooo',
  viewCompany: 'ccccc',
  editCompany: 'cc---',
  createCompany: 'cc---',
  ownCompany: 'c----',
  viewCompanyHistory: 'cc---',
  viewDashboard: 'cc---',
  viewUser: 'ccg--',
  createUser: 'ccg--',
  editUser: 'ccg--',
  giveExtraTime: 'ccg--',
  eraseUser: 'cc---',
  importUser: 'ccg--',
  inviteUser: 'ccgr-',
  createMembership: 'cc---',
  viewGroup: 'ccgro',
  navigateGroups: 'ccgr-',
  editGroup: 'ccg--',
  setGroupRule: 'cc---',
  viewProgram: 'ccgro',
  editProgram: 'ccg--',
  editEducationProgramChronology: 'ccg--',
  viewWebinar: 'ccgro',
  editWebinar: 'ccgr-',
  viewLibrary: 'cc---',
  viewCourse: 'ccgro',
  createCourse: 'cc---',
  editCourse: 'ccg--',
  editCourseCoach: 'ccgr-',
  leaveCourse: '--gr-',
  blockInCourse: 'ccgr-',
  dispatchCourse: 'cc---',
  deleteCourse: 'cc---',
  editEduMaterials: 'cc-r-',
  editBank: 'cc-c-',
  unblockMaterial: 'ccgr-',
  viewTestMaterials: 'ccgro',
  viewCourseHistory: 'cc---',
  viewCourseStudents: 'ccgr-',
  viewCourseAnalytics: 'ccgr-',
  manageAttempts: 'ccgr-',
  viewToday: 'ccgr-',
  viewTestResults: 'cc---',
  viewCertificate: 'ccgro',
  viewCertificateRegister: 'ccg--',
  startTest: '----o',
  viewCourseStatus: '----o',
};
const LETTERS = { company: 'c', group: 'g', course: 'r', own: 'o' } as const;

test.each(Object.keys(CAPABILITIES) as Capability[])('%s reaches as far as §6 says', (capability) => {
  const actual = USER_TYPES.map((user_type) => {
    const reach = reachOf(capability, user_type);
    return reach === null ? '-' : LETTERS[reach];
  });
  expect(actual.join('')).toBe(EXPECTED[capability]);
});

test('roles are assigned as the hierarchy of §6 allows', () => {
  expect(ASSIGNABLE_BY.owner).toEqual(['owner']);
  expect(ASSIGNABLE_BY.admin).toEqual(['owner', 'admin']);
  expect(ASSIGNABLE_BY.manager).toEqual(['owner', 'admin', 'manager']);
  expect([...ASSIGNABLE_BY.trainer].sort()).toEqual(['admin', 'manager', 'owner', 'trainer']);
});

test('admin and manager bring trainer and student, trainer brings student', () => {
  expect(IMPLIED_TYPES.admin).toEqual(['admin', 'trainer', 'student']);
  expect(IMPLIED_TYPES.manager).toEqual(['manager', 'trainer', 'student']);
  expect(IMPLIED_TYPES.trainer).toEqual(['trainer', 'student']);
});
