/**
 * The error catalogue: each message belongs to one code. The client finds the code by the message it
 * reads (§8) and shows the localized text; the wire message is English, in the specification's words.
 * `{name}` in a message is a parameter.
 */
export const ERRORS = {
  // Field rules of §5
  required: { status: 400, message: 'Required field' },
  too_long: { status: 400, message: 'Too long' },
  too_short: { status: 400, message: 'Insufficient length' },
  invalid_email: { status: 400, message: 'Invalid email format' },
  invalid_link: { status: 400, message: 'Invalid web address' },
  invalid_phone: { status: 400, message: 'Invalid phone format' },
  not_whole: { status: 400, message: 'Must be a whole number' },
  not_number: { status: 400, message: 'Must be a number' },
  exact_length: { status: 400, message: 'The length must be {length} characters' },
  min_value: { status: 400, message: 'The minimum value is {min}' },
  max_value: { status: 400, message: 'The maximum value is {max}' },
  passwords_differ: { status: 400, message: "Passwords don't match" },
  wrong_type: { status: 400, message: 'Invalid value' },
  unknown_field: { status: 400, message: 'Unknown field' },
  quiet_hours_ends: { status: 400, message: 'Quiet hours need two different ends' },
  invalid_choice: { status: 400, message: 'Not a valid choice' },
  privacy_policy_required: { status: 400, message: "You didn't agree to the Privacy Policy" },
  // Passwords
  password_invalid: { status: 400, message: 'The password did not pass validation' },
  password_numeric: { status: 400, message: 'This password is entirely numeric' },
  password_no_capital: { status: 400, message: 'The password must contain at least one capital letter' },
  password_too_short: { status: 400, message: 'The password must contain at least {min} characters' },
  password_common: { status: 400, message: 'The password is too common' },
  password_unchanged: { status: 400, message: 'This is the password you have' },
  password_similar_email: { status: 400, message: 'The password is too similar to the email.' },
  password_similar_company: {
    status: 400,
    message: 'The password is too similar to the name of the company or the product',
  },
  password_similar_name: { status: 400, message: 'The password is too similar to the name or phone' },
  // Identity
  wrong_credentials: { status: 401, message: 'Incorrect username / password entered' },
  not_authenticated: { status: 401, message: 'Authentication credentials were not provided.' },
  session_ended: { status: 401, message: 'The session has ended' },
  account_blocked: { status: 403, message: 'Account is blocked' },
  email_not_verified: { status: 403, message: 'The email is not verified yet' },
  no_company: { status: 403, message: 'You belong to no company now' },
  invitation_of_another: { status: 403, message: 'This invitation is for another address' },
  owner_stays: { status: 409, message: 'The owner cannot leave' },
  sheet_not_for_email: {
    status: 400,
    message: 'This person has an e-mail',
  },
  wrong_password: { status: 400, message: 'Wrong password' },
  password_confirmation_required: { status: 403, message: 'Confirm your password to go on' },
  second_factor_required: { status: 403, message: 'This role needs a second factor' },
  own_second_factor_first: { status: 409, message: 'You have no second factor' },
  last_second_factor: { status: 409, message: 'A second factor is required' },
  wrong_code: { status: 400, message: 'The code is incorrect' },
  ticket_expired: { status: 400, message: 'The sign-in took too long, please start again' },
  reset_link_invalid: { status: 400, message: 'The password reset link is no longer valid' },
  security_key_refused: { status: 400, message: 'The security key was not accepted' },
  security_key_taken: { status: 400, message: 'This security key is already registered' },
  too_many_security_keys: { status: 400, message: 'No more security keys can be added' },
  social_refused: { status: 400, message: 'The sign-in with this provider was not accepted' },
  social_unknown: { status: 400, message: 'No account belongs to this sign-in' },
  social_taken: { status: 400, message: 'This provider account is linked to another person' },
  social_other_linked: {
    status: 400,
    message: 'Another account is linked already',
  },
  social_unavailable: { status: 503, message: 'The sign-in provider does not answer' },
  slow_down: { status: 429, message: 'Too many attempts, try again in {seconds} s' },
  rate_limited: { status: 429, message: 'Too many requests, try again in a minute' },
  https_required: { status: 403, message: 'Use https' },
  feedback_limit: { status: 429, message: 'At most {max} messages a day can be sent' },
  too_many_attempts: { status: 429, message: 'Too many attempts, try again in {minutes} min' },
  token_incorrect: { status: 400, message: 'Confirmation token is incorrect' },
  email_taken: { status: 400, message: 'user with this email already exists.' },
  phone_taken: { status: 400, message: 'user with this phone already exists.' },
  user_type_not_assignable: { status: 403, message: 'You may not assign this role' },
  user_not_manageable: { status: 403, message: 'You may not change this person' },
  person_fields_locked: { status: 403, message: 'Only the person may change name, e-mail and phone' },
  no_sign_in_name: { status: 400, message: 'This person has neither an e-mail nor a phone to sign in with' },
  email_or_phone_required: { status: 400, message: 'Enter an e-mail or a phone' },
  import_file_too_large: { status: 400, message: 'The file size exceeds 500 KB' },
  import_too_many_questions: { status: 400, message: 'The file has more than {max} questions' },
  import_too_many_rows: { status: 400, message: 'The file has more than {max} rows' },
  import_no_rows: { status: 400, message: 'The file has no rows' },
  import_no_role_column: { status: 400, message: 'The file has no column for the role' },
  import_duplicate_row: { status: 400, message: 'The same person stands in row {row}' },
  import_unknown_role: { status: 400, message: 'Unknown role' },
  import_cell_error: { status: 400, message: 'Excel error' },
  import_unknown_group: { status: 400, message: 'There is no such group in reach' },
  import_identity_conflict: { status: 400, message: 'E-mail and phone belong to different people' },
  program_group_required: { status: 400, message: 'Choose one of the groups of the program' },
  user_not_activated: { status: 400, message: 'This person has not activated the account yet' },
  user_type_required: { status: 400, message: 'This person does not hold the role needed here' },
  already_in_company: {
    status: 403,
    message: 'This person is already in the company; ask an administrator',
  },
  already_invited: { status: 409, message: 'Already invited within a day' },
  mails_stopped: { status: 409, message: 'This address wants no mails' },
  already_member: { status: 400, message: 'This person already belongs to the company' },
  user_type_not_held: { status: 403, message: 'You do not hold this role in this company' },
  person_erased: { status: 409, message: 'The personal data of this person was erased' },
  owner_not_erasable: { status: 409, message: 'Whoever owns a company cannot be erased' },
  address_mismatch: { status: 400, message: 'This is not your e-mail or phone' },
  new_owner_not_admin: { status: 400, message: 'Only an admin of the company can become its owner' },
  company_name_mismatch: { status: 400, message: 'This is not the name of the company' },
  licences_exhausted: { status: 400, message: 'No free licences left' },
  too_many_directory_tokens: {
    status: 400,
    message: 'No more than {max} tokens of directories can be in use',
  },
  // Access
  permission_denied: { status: 403, message: 'You do not have permission for this action' },
  not_found: { status: 404, message: 'Not found.' },
  profile_not_found: { status: 404, message: 'Profile not found' },
  account_not_found: { status: 404, message: 'Account not found' },
  method_not_allowed: { status: 405, message: 'Method not allowed' },
  // Names
  group_name_taken: { status: 400, message: 'Study group with this name already exists' },
  program_name_taken: { status: 400, message: 'Educational program with this name already exists' },
  course_name_taken: { status: 400, message: 'Course with this name already exists' },
  material_name_taken: { status: 400, message: 'Educational material with this name already exists' },
  course_category_name_taken: { status: 400, message: 'Category with this name already exists' },
  group_rule_forbidden: { status: 403, message: 'Only owners and admins set the rule of a group' },
  group_required: { status: 400, message: 'This list may not be empty.' },
  restore_impossible: {
    status: 409,
    message: 'This cannot be brought back',
  },
  company_stays: { status: 409, message: 'The creation of a company cannot be undone' },
  too_many_tags: { status: 400, message: 'No more than {max} active tags may be added' },
  // Courses
  blocked_in_course: { status: 403, message: 'Account is blocked in this course' },
  course_locked: { status: 403, message: 'This course is not open to you yet' },
  already_in_chronology: { status: 400, message: 'This is in the timeline already' },
  due_before_opens: { status: 400, message: 'The due date is before the opening' },
  not_course_coach: { status: 400, message: 'You are not a coach of this course' },
  // Forms
  duplicate_answers: { status: 400, message: 'You added duplicate answers to questions' },
  question_without_right_answer: { status: 400, message: 'Mark a right answer in every question' },
  question_single_right_answer: { status: 400, message: 'Only one answer can be right in this question' },
  text_without_gaps: { status: 400, message: 'Mark at least one gap in the text' },
  gap_twice: { status: 400, message: 'A gap stands in the text twice' },
  gap_not_in_text: { status: 400, message: 'A gap has answers but no place in the text' },
  question_without_picture: { status: 400, message: 'Add a picture to the question' },
  answer_without_area: { status: 400, message: 'Draw the area of every answer' },
  more_places_than_right: { status: 400, message: 'More places are asked for than are right' },
  question_too_few_answers: { status: 400, message: 'A question needs at least two answers' },
  form_without_questions: { status: 400, message: 'Add at least one question' },
  passing_score_above_sum: { status: 400, message: 'The passing score is above the sum of the scores' },
  question_without_text: { status: 400, message: 'Write the text of the question' },
  answer_without_text: { status: 400, message: 'Write the text of every answer' },
  form_exists: { status: 409, message: 'This material has its form already' },
  material_takes_no_form: { status: 400, message: 'Only a practice or an exam has a form' },
  draft_changed: { status: 409, message: 'The draft was changed in another window' },
  program_changed: { status: 409, message: 'The courses or groups of the program were changed meanwhile' },
  mark_changed: { status: 409, message: 'Another mark was given for this answer meanwhile' },
  copying_forbidden: { status: 400, message: 'The questions of this test may not be copied' },
  draw_not_filled: { status: 400, message: 'The bank lacks {max} questions for this draw' },
  library_draws_nothing: { status: 400, message: 'Tests of the library cannot draw from the bank' },
  bank_question_changed: { status: 409, message: 'The question was changed in another window' },
  question_of_bank: { status: 409, message: 'This question is changed in the bank' },
  folder_name_taken: { status: 400, message: 'Folder with this name already exists here' },
  folder_too_deep: { status: 400, message: 'Folders may lie {max} levels deep at most' },
  folder_within_itself: { status: 400, message: 'A folder cannot lie within itself' },
  folder_not_empty: { status: 409, message: 'Only an empty folder that no test draws from can be deleted' },
  too_many_questions: { status: 400, message: 'No more than {max} questions may be added' },
  xml_doctype: { status: 400, message: 'The file declares a DOCTYPE, which is not read' },
  xml_broken: { status: 400, message: 'The XML is broken in line {line}' },
  text_not_utf8: { status: 400, message: 'The text of the file is neither in UTF-8 nor in Windows-1251' },
  text_not_as_declared: {
    status: 400,
    message: 'The text of the file is not in the encoding that it declares: {encoding}',
  },
  not_moodle_xml: { status: 400, message: 'The file is no Moodle XML' },
  package_too_large: { status: 400, message: 'The file holds more than can be read at once' },
  package_encrypted: { status: 400, message: 'The package is protected by a password' },
  package_unsafe_name: { status: 400, message: 'The package has a file with an unsafe name' },
  package_duplicate: { status: 400, message: 'The package has two files of one name' },
  package_broken: { status: 400, message: 'The package is damaged' },
  package_without_items: { status: 400, message: 'The package has no QTI questions' },
  package_old_qti: { status: 400, message: 'The package is of QTI 1, which is not read' },
  import_no_question_column: { status: 400, message: 'The file has no column for the question' },
  // Materials and attempts
  material_locked: { status: 403, message: 'Blocked access to material' },
  blocked_during_tests: { status: 403, message: 'You do not have permission to perform this action' },
  test_not_open: { status: 409, message: 'The test is not open yet' },
  test_closed: { status: 409, message: 'The test is closed' },
  test_rests: { status: 409, message: 'The next attempt is possible later' },
  access_code_required: { status: 400, message: 'Enter the access code' },
  wrong_access_code: { status: 400, message: 'The access code is incorrect' },
  closes_before_opens: { status: 400, message: 'The end is before the opening' },
  attempts_exhausted: { status: 409, message: 'The attempts are exhausted' },
  test_already_started: { status: 409, message: 'The test is already started' },
  attempt_taken_over: { status: 409, message: 'The test was continued in another window' },
  time_is_over: { status: 409, message: 'The time is over' },
  attempt_ended: { status: 409, message: 'The attempt has ended already' },
  learning_in_exam: { status: 400, message: 'Only a practice checks answers at once' },
  not_checked: { status: 409, message: 'This answer is not checked here' },
  nothing_to_check: { status: 400, message: 'There is no answer to check' },
  answer_settled: { status: 409, message: 'This answer does not change any more' },
  required_question_unanswered: { status: 400, message: 'Answer all required questions' },
  student_blocked: { status: 409, message: 'This person is blocked' },
  sheet_typed_already: {
    status: 409,
    message: 'A sheet of these variants was typed in for this person already',
  },
  retake_already_granted: { status: 409, message: 'A retake is already granted' },
  due_in_past: { status: 400, message: 'The due date has passed already' },
  retake_not_needed: { status: 409, message: 'There is nothing to retake' },
  assignment_canceled: { status: 409, message: 'The test is canceled for this person' },
  status_not_allowed: { status: 409, message: 'The state of the test does not allow this' },
  reminded_recently: { status: 409, message: 'A reminder was sent within the last three days' },
  repair_leaves_nothing: { status: 400, message: 'At least one question has to count' },
  own_form: {
    status: 403,
    message: 'You take this test yourself',
  },
  own_assignment: { status: 403, message: 'This is about your own test' },
  // Webinars
  webinar_audience_required: { status: 400, message: 'Choose at least one course, program or group' },
  webinar_provider_mismatch: { status: 400, message: 'The address does not belong to the chosen service' },
  webinar_locked: { status: 403, message: 'This webinar is not open to you yet' },
  webinar_not_open: { status: 409, message: 'The webinar can be joined from {opens_at}' },
  webinar_ended: { status: 409, message: 'The webinar is over' },
  webinar_canceled: { status: 409, message: 'The webinar is canceled' },
  webinar_full: { status: 409, message: 'The webinar is full' },
  webinar_without_address: { status: 409, message: 'The webinar has no address yet' },
  // Files
  no_file: { status: 400, message: 'No file was submitted' },
  file_too_large: { status: 400, message: 'max file size exceeded' },
  upload_too_large: { status: 400, message: 'The file is larger than {max} MB' },
  too_many_files: { status: 400, message: 'No more than {max} files may be added' },
  too_many_bookmarks: { status: 400, message: 'No more bookmarks can be kept in this material' },
  upload_incomplete: { status: 400, message: 'The upload is not complete yet' },
  address_expired: { status: 403, message: 'The address of the file has expired' },
  package_refused: { status: 400, message: 'The package is not taken: {reason}' },
  dispatch_unavailable: { status: 403, message: 'The course is not open from here any more' },
  dispatch_full: { status: 403, message: 'No more people can come by this package' },
  package_elsewhere: { status: 409, message: 'The package was opened elsewhere' },
  wrong_file_format: { status: 400, message: 'The file format does not match the required one' },
  // Transport
  malformed_json: { status: 400, message: 'The request body is not valid JSON' },
  body_too_large: { status: 413, message: 'The request body is too large' },
  unsupported_media_type: { status: 415, message: 'Unsupported media type' },
  idempotency_mismatch: { status: 409, message: 'This key was already used for another request' },
  unavailable: { status: 503, message: 'The service is not available' },
  internal: { status: 500, message: 'Request error' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorParams = Record<string, string | number>;

/** The wire message of a code with its parameters filled in. */
export function messageOf(code: ErrorCode, params: ErrorParams = {}): string {
  return ERRORS[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

/**
 * The code and parameters behind a wire message, or null for a message outside the catalogue (§8: shown raw).
 */
export function findError(message: string): { code: ErrorCode; params: ErrorParams } | null {
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const template = ERRORS[code].message;
    if (!template.includes('{')) {
      if (template === message) return { code, params: {} };
      continue;
    }
    const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)');
    const match = new RegExp(`^${pattern}$`).exec(message);
    if (match) return { code, params: Object.fromEntries(Object.entries(match.groups ?? {}).map(numeric)) };
  }
  return null;
}

// Plurals are chosen by numbers.
function numeric([name, value]: [string, string]): [string, string | number] {
  return [name, /^\d+$/.test(value) ? Number(value) : value];
}
