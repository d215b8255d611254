/** The roles a person can act under, strongest first (specification §1, §6). */
export const USER_TYPES = ['owner', 'admin', 'manager', 'trainer', 'student'] as const;
export type UserType = (typeof USER_TYPES)[number];

/**
 * How far a role's hand reaches (decisions, "Row scope"): the company, the groups a manager manages,
 * the courses a trainer coaches, or what a student is assigned. `null`: not at all.
 */
export type Reach = 'company' | 'group' | 'course' | 'own';

type Row = readonly [
  owner: Reach | null,
  admin: Reach | null,
  manager: Reach | null,
  trainer: Reach | null,
  student: Reach | null,
];

/** The capability table of §6, as the decisions, "Row scope", settle it: one declaration for the API and the screens. */
export const CAPABILITIES = {
  //                          owner      admin      manager    trainer   student
  viewProfile: ['own', 'own', 'own', 'own', 'own'],
  viewCompany: ['company', 'company', 'company', 'company', 'company'],
  editCompany: ['company', 'company', null, null, null],
  createCompany: ['company', 'company', null, null, null],
  ownCompany: ['company', null, null, null, null],
  viewCompanyHistory: ['company', 'company', null, null, null],
  viewDashboard: ['company', 'company', null, null, null],
  viewUser: ['company', 'company', 'group', null, null],
  createUser: ['company', 'company', 'group', null, null],
  editUser: ['company', 'company', 'group', null, null],
  giveExtraTime: ['company', 'company', 'group', null, null],
  eraseUser: ['company', 'company', null, null, null],
  importUser: ['company', 'company', 'group', null, null],
  inviteUser: ['company', 'company', 'group', 'course', null],
  createMembership: ['company', 'company', null, null, null],
  viewGroup: ['company', 'company', 'group', 'course', 'own'],
  navigateGroups: ['company', 'company', 'group', 'course', null],
  editGroup: ['company', 'company', 'group', null, null],
  setGroupRule: ['company', 'company', null, null, null],
  viewProgram: ['company', 'company', 'group', 'course', 'own'],
  editProgram: ['company', 'company', 'group', null, null],
  editEducationProgramChronology: ['company', 'company', 'group', null, null],
  viewWebinar: ['company', 'company', 'group', 'course', 'own'],
  editWebinar: ['company', 'company', 'group', 'course', null],
  viewLibrary: ['company', 'company', null, null, null],
  viewCourse: ['company', 'company', 'group', 'course', 'own'],
  createCourse: ['company', 'company', null, null, null],
  editCourse: ['company', 'company', 'group', null, null],
  editCourseCoach: ['company', 'company', 'group', 'course', null],
  leaveCourse: [null, null, 'group', 'course', null],
  blockInCourse: ['company', 'company', 'group', 'course', null],
  dispatchCourse: ['company', 'company', null, null, null],
  deleteCourse: ['company', 'company', null, null, null],
  editEduMaterials: ['company', 'company', null, 'course', null],
  editBank: ['company', 'company', null, 'company', null],
  unblockMaterial: ['company', 'company', 'group', 'course', null],
  viewTestMaterials: ['company', 'company', 'group', 'course', 'own'],
  viewCourseHistory: ['company', 'company', null, null, null],
  viewCourseStudents: ['company', 'company', 'group', 'course', null],
  viewCourseAnalytics: ['company', 'company', 'group', 'course', null],
  manageAttempts: ['company', 'company', 'group', 'course', null],
  viewToday: ['company', 'company', 'group', 'course', null],
  viewTestResults: ['company', 'company', null, null, null],
  viewCertificate: ['company', 'company', 'group', 'course', 'own'],
  viewCertificateRegister: ['company', 'company', 'group', null, null],
  startTest: [null, null, null, null, 'own'],
  viewCourseStatus: [null, null, null, null, 'own'],
} as const satisfies Record<string, Row>;

export type Capability = keyof typeof CAPABILITIES;

/**
 * The reach of a role for a capability.
 * @param capability a row of the capability table
 * @param user_type the role the person acts under now
 * @returns the reach, or null when the role may not at all (§6)
 */
export function reachOf(capability: Capability, user_type: UserType): Reach | null {
  return CAPABILITIES[capability][USER_TYPES.indexOf(user_type)] ?? null;
}

/** The capabilities a role holds, as sent with the profile and read by the screens' guards. */
export function permissionsOf(user_type: UserType): Capability[] {
  return (Object.keys(CAPABILITIES) as Capability[]).filter((name) => reachOf(name, user_type) !== null);
}

/** Who may be assigned by whom (§6, "Role assignment hierarchy", where trainers give the role student). */
export const ASSIGNABLE_BY: Record<UserType, readonly UserType[]> = {
  owner: ['owner'],
  admin: ['owner', 'admin'],
  manager: ['owner', 'admin', 'manager'],
  trainer: ['owner', 'admin', 'trainer', 'manager'],
  student: ['owner', 'admin', 'manager', 'trainer'],
};

/** The roles that somebody of this role may give and take (§6). */
export function assignableTo(user_type: UserType): UserType[] {
  return USER_TYPES.filter((given) => ASSIGNABLE_BY[given].includes(user_type));
}

/** The roles that come with a role (§1; decisions, "Identity"). */
export const IMPLIED_TYPES: Record<UserType, readonly UserType[]> = {
  // Whoever owns a company does everything in it, as its founder.
  owner: USER_TYPES,
  admin: ['admin', 'trainer', 'student'],
  manager: ['manager', 'trainer', 'student'],
  trainer: ['trainer', 'student'],
  student: ['student'],
};

/**
 * What stands before the path of a page that is about one company and one of the reader's roles: whoever opens it acts there
 * from then on (web/app/session/linked.ts).
 */
export const linkedPath = (space: number | string, role: string): string => `/in/${space}/${role}`;
