/**
 * Who gets what of each private call, written by hand from §6 and the decisions, "Row scope".
 *
 * Letters in the order owner, admin, manager, trainer, student:
 *   + served (a list: it holds the thing)     0 not found (a list: it does not hold the thing)
 *   - the role may not                        ! the role may, but a rule about this thing refuses
 *
 * own: a thing in the caller's reach; out: of the same company, but not in the reach of a manager, trainer or student;
 * other: another company's. What names no thing has only `own`.
 */
export interface Row {
  own: string;
  out?: string;
  other?: string;
}

/** Everybody reads what is in reach; beyond it only who reaches the whole company. */
const READ = { own: '+++++', out: '++000', other: '00000' };
/** People, groups and courses are looked after by owner, admin and, in their groups, manager. */
const LOOK_AFTER = { own: '+++--', out: '++0--', other: '000--' };
/** What is taught is edited by owner, admin and, in their courses, trainer. */
const TEACH = { own: '++-+-', out: '++-0-', other: '00-0-' };
/** Webinars are held by owner, admin and, in their reach, manager and trainer. */
const HOLD = { own: '++++-', out: '++00-', other: '0000-' };
const ADMINISTER = { own: '++---', out: '++---', other: '00---' };
/** The bank of questions is the company's, whoever of its editors wrote one. */
const BANK = { own: '++-+-', out: '++-+-', other: '00-0-' };
const LEARN = { own: '----+', out: '----0', other: '----0' };
const HAND_IN = { own: '----0', out: '----0', other: '----0' };
const EVERYBODY = { own: '+++++' };

export const ACCESS: Record<string, Row> = {
  // The signed-in person's own
  'GET /accounts/user_info': EVERYBODY,
  'PATCH /accounts/user_info': EVERYBODY,
  'GET /accounts/memberships': EVERYBODY,
  'GET /accounts/export': EVERYBODY,
  // With another's address.
  'POST /accounts/erasure': { own: '!!!!!' },
  'GET /accounts/security': EVERYBODY,
  'GET /accounts/sessions': EVERYBODY,
  'POST /accounts/change_current_user_type': EVERYBODY,
  'POST /space/change_current_space': { own: '+++++', other: '00000' },
  // Nobody ends another's session.
  'DELETE /accounts/sessions/:id': { own: '+++++', out: '00000', other: '00000' },
  // A password that they do not have.
  'POST /accounts/change_password': { own: '!!!!!' },
  'POST /accounts/change_email': { own: '!!!!!' },
  'GET /accounts/invitations': EVERYBODY,
  // A record of a company is nobody's invitation but that of its own mailbox.
  'POST /accounts/invitations/:id/accept': { own: '00000', out: '00000', other: '00000' },
  'POST /accounts/invitations/:id/decline': { own: '00000', out: '00000', other: '00000' },
  'POST /accounts/confirm_password': { own: '!!!!!' },
  'POST /accounts/sleekplan_token': EVERYBODY,
  'GET /support/contacts': EVERYBODY,
  'POST /support/feedback': EVERYBODY,
  'GET /notifications': EVERYBODY,
  'GET /notifications/unread': EVERYBODY,
  'POST /notifications/read': EVERYBODY,
  'GET /notifications/settings': EVERYBODY,
  'PATCH /notifications/settings': EVERYBODY,
  // The session is a new one, so that nobody is asked for the password once more; there is nothing yet to take away.
  'POST /accounts/totp/create': EVERYBODY,
  'POST /accounts/totp/verify': { own: '!!!!!' },
  'DELETE /accounts/totp': { own: '00000' },
  'POST /accounts/recovery_codes': { own: '00000' },
  'POST /accounts/u2f/challenge': EVERYBODY,
  'POST /accounts/u2f/create': { own: '!!!!!' },
  'POST /accounts/social_links': { own: '!!!!!' },
  'DELETE /accounts/social_links/:backend': { own: '00000' },
  // A key that is not theirs.
  'PATCH /accounts/u2f/:id': { own: '00000' },
  'DELETE /accounts/u2f/:id': { own: '00000' },

  // Company
  'GET /space/space/:id': { own: '+++++', other: '00000' },
  'PATCH /space/space/:id': { own: '++---', other: '00---' },
  'POST /space/space/:id/upload_photo': { own: '++---', other: '00---' },
  'DELETE /space/space/:id/remove_photo': { own: '++---', other: '00---' },
  'POST /space/new_space': { own: '++---' },
  // Nobody has one of their own.
  'POST /space/second_factor': { own: '!!---' },
  'GET /space/mail_allowance': { own: '++---' },
  'POST /space/mail_allowance/lift': { own: '++---' },
  'GET /space/directory': { own: '++---' },
  'POST /space/directory/tokens': { own: '+----' },
  'DELETE /space/directory/tokens/:id': { own: '+----', other: '0----' },
  'GET /space/space/:id/export': { own: '+----', other: '0----' },
  // To a student, and with another name.
  'POST /space/space/:id/ownership': { own: '!----', other: '0----' },
  'POST /space/space/:id/erasure': { own: '!----', other: '0----' },
  'DELETE /space/space/:id/erasure': { own: '++---', other: '00---' },
  'GET /space/space/:id/dashboard': { own: '++---', other: '00---' },
  'GET /space/space/:id/dashboard/groups': { own: '++---', other: '00---' },
  'GET /space/space/:id/dashboard/programs': { own: '++---', other: '00---' },
  'GET /space/space/:id/dashboard/certificates': { own: '++---', other: '00---' },

  // People
  'GET /accounts/user': LOOK_AFTER,
  'GET /accounts/user/:id': LOOK_AFTER,
  'GET /accounts/memberships/:id': LOOK_AFTER,
  'GET /accounts/user/:id/learning': { own: '+++00', out: '++000', other: '00000' },
  'GET /accounts/all_spaces_users': { own: '++---', out: '++---', other: '00---' },
  // Nobody has left.
  'GET /accounts/former_users': { own: '00---', out: '00---', other: '00---' },
  'POST /accounts/user/:id/erasure': { own: '00---', out: '00---', other: '00---' },
  'GET /directory/positions': LOOK_AFTER,
  'GET /directory/subdivisions': LOOK_AFTER,
  'POST /accounts/user': LOOK_AFTER,
  'PATCH /accounts/user/:id': LOOK_AFTER,
  'POST /accounts/user/bulk': LOOK_AFTER,
  'POST /accounts/invite_user': { own: '++++-', out: '++00-', other: '0000-' },
  'POST /accounts/sign_in_sheets': LOOK_AFTER,
  // Trainers and students see each other and change nobody.
  'POST /accounts/user/:id/upload_photo': { own: '+++!!', out: '++000', other: '00000' },
  'DELETE /accounts/user/:id/remove_photo': { own: '+++!!', out: '++000', other: '00000' },
  'POST /accounts/blocking_membership': LOOK_AFTER,
  'POST /accounts/user/:id/propose_name': LOOK_AFTER,
  'GET /accounts/user/:id/extra_time': LOOK_AFTER,
  'POST /accounts/user/:id/extra_time': LOOK_AFTER,
  // Nothing was proposed to anybody.
  'POST /accounts/proposed_name': { own: '00000' },
  // Somebody of this company belongs to it already; somebody of a company that is not the caller's is nobody.
  'POST /accounts/memberships': { own: '!!---', out: '!!---', other: '00---' },
  // A photo is seen by the whole company of the person.
  'GET /media/:id': { own: '+++++', out: '+++++', other: '00000' },

  // Import and export; a picture is no table.
  'GET /accounts/user_data_template': { own: '+++--' },
  'GET /accounts/user_data/:id': { own: '+++--', other: '000--' },
  'POST /accounts/user_data/:id': { own: '!!!--', other: '000--' },
  // The batch is one that nobody has.
  'GET /accounts/user_data/:id/imports': { own: '+++--', other: '000--' },
  'POST /accounts/user_data/:id/undo': { own: '000--', other: '000--' },
  'POST /accounts/user_data/:id/rows': { own: '+++--', other: '000--' },

  // Groups
  'GET /study_group/study_group': READ,
  'GET /study_group/study_group/:id': READ,
  'GET /study_group/group_member': READ,
  'GET /study_group/group_member_export': { own: '++++-', out: '++00-', other: '0000-' },
  'POST /study_group/study_group': LOOK_AFTER,
  'PATCH /study_group/study_group/:id': LOOK_AFTER,
  'POST /study_group/group_member': LOOK_AFTER,
  'POST /study_group/rule_preview': { own: '++---', out: '++---', other: '00---' },
  'DELETE /study_group/study_group/:id/:role/:user_id': LOOK_AFTER,

  // Programs
  'GET /educational_program/educational_program': READ,
  'GET /educational_program/educational_program/:id': READ,
  'GET /directory/educational_program_tags': READ,
  'POST /educational_program/educational_program': LOOK_AFTER,
  'PATCH /educational_program/educational_program/:id': LOOK_AFTER,
  'POST /educational_program/educational_program/:id/upload_photo': LOOK_AFTER,
  'DELETE /educational_program/educational_program/:id/remove_photo': LOOK_AFTER,

  'GET /educational_program/educational_program/:id/chronology': READ,
  'POST /educational_program/educational_program/:id/chronology': LOOK_AFTER,
  'POST /educational_program/educational_program/:id/chronology/preview': LOOK_AFTER,
  'GET /educational_program/educational_program/:id/chronology/students': {
    own: '++++-',
    out: '++00-',
    other: '0000-',
  },
  'GET /educational_program/educational_program/:id/chronology/students_export': {
    own: '++++-',
    out: '++00-',
    other: '0000-',
  },

  // Webinars: begun, so that they can be joined
  'GET /webinar/webinar': READ,
  'GET /webinar/webinar/:id': READ,
  'GET /webinar/webinar/:id/calendar': READ,
  'POST /webinar/webinar/:id/join': READ,
  'POST /webinar/webinar/:id/leave': READ,
  'POST /api_uploader/v1/webinar/webinar/:id/upload_file': HOLD,
  'POST /api_uploader/v1/webinar/webinar/:id/upload_file/:fileId/parts': HOLD,
  // Its parts are not there yet.
  'POST /api_uploader/v1/webinar/webinar/:id/upload_file/:fileId/complete': {
    own: '!!!!-',
    out: '!!00-',
    other: '0000-',
  },
  'DELETE /api_uploader/v1/webinar/webinar/:id/delete_file/:fileId': HOLD,
  'GET /webinar/webinar/:id/attendance': HOLD,
  'POST /webinar/webinar/:id/attendance': HOLD,
  'GET /webinar/host_clashes': { own: '++++-' },
  'POST /webinar/webinar': HOLD,
  'PATCH /webinar/webinar/:id': HOLD,
  'POST /webinar/webinar/:id/upload_photo': HOLD,
  'DELETE /webinar/webinar/:id/remove_photo': HOLD,
  'POST /webinar/webinar/:id/cancel': HOLD,

  // Courses and their materials
  'GET /course/course': READ,
  'GET /course/course/:id': READ,
  'POST /course/course': ADMINISTER,
  'PATCH /course/course/:id': LOOK_AFTER,
  'POST /course/course/:id/upload_photo': LOOK_AFTER,
  'DELETE /course/course/:id/remove_photo': LOOK_AFTER,
  'GET /course/course/status_info_for_student': { own: '----+' },
  'GET /directory/course_names': READ,
  'GET /directory/course_tags': READ,
  // Categories are the company's.
  'GET /directory/course_category': { own: '+++++', out: '+++++', other: '00000' },
  'POST /directory/course_category': { own: '++---' },
  'GET /directory/course_category/:id': { own: '+++++', out: '+++++', other: '00000' },
  'PATCH /directory/course_category/:id': ADMINISTER,
  'GET /course/course/:id/students': { own: '++++-', out: '++00-', other: '0000-' },
  'POST /course/course/:id/students': LOOK_AFTER,
  'POST /course/course/:id/due_date': LOOK_AFTER,
  'DELETE /course/course/:id/students/:user_id': { own: '+++0-', out: '++00-', other: '0000-' },
  'GET /course/course/:id/blocked_user': { own: '++++-', out: '++00-', other: '0000-' },
  // Nobody is kept out yet.
  'GET /course/course/:id/blocked_user/:user_id': { own: '0000-', out: '0000-', other: '0000-' },
  'POST /course/course/:id/blocked_user': { own: '++++-', out: '++00-', other: '0000-' },
  'DELETE /course/course/:id/blocked_user/:user_id': { own: '++++-', out: '++00-', other: '0000-' },
  // Whoever adds coaches finds every trainer of the company.
  'POST /course/course/:id/coaches': { own: '++++-', out: '++00-', other: '0000-' },
  'GET /course/course/:id/coach_candidates': { own: '++++-', out: '++00-', other: '0000-' },
  'GET /course/course/:id/history': ADMINISTER,
  'GET /history/history': { own: '++---', out: '++---', other: '00---' },
  'GET /history/authors': { own: '++---' },
  'GET /history/history/:id/entries': ADMINISTER,
  'GET /history/history/:id/restore_preview': ADMINISTER,
  'GET /history/history/:id/restore': ADMINISTER,
  'GET /course/course/:id/statistic': { own: '++++-', out: '++00-', other: '0000-' },
  'GET /course/course/:id/statistic_columns': { own: '++++-', out: '++00-', other: '0000-' },
  'GET /course/course/:id/statistic_columns/:formId': { own: '++++-', out: '++00-', other: '0000-' },
  'GET /course/course/:id/statistic/:attemptId': READ,
  'GET /course/course/:id/statistic_summary': { own: '++++-', out: '++00-', other: '0000-' },
  'GET /course/course/:id/statistic_export': { own: '++++-', out: '++00-', other: '0000-' },
  'GET /course/course/:id/dynamic_statistic': { own: '++++-', out: '++00-', other: '0000-' },
  'GET /course/course/:id/form/:formId/question_statistic': { own: '++++-', out: '++00-', other: '0000-' },
  'GET /course/course/:id/educational_material/:materialId': READ,
  'GET /course/course/:id/educational_material': READ,
  'POST /course/course/:id/educational_material/:materialId/note': READ,
  'POST /course/course/:id/educational_material/:materialId/bookmark': READ,
  'GET /course/notes': EVERYBODY,
  // Of nobody who calls.
  'DELETE /course/notes/:id': { own: '00000', out: '00000', other: '00000' },
  'GET /course/course/:id/dispatches': ADMINISTER,
  'POST /course/course/:id/dispatches': ADMINISTER,
  'PATCH /course/course/:id/dispatches/:dispatchId': ADMINISTER,
  'POST /course/course/:id/dispatches/:dispatchId/package': ADMINISTER,
  'GET /course/course/:id/dispatches/:dispatchId/people': ADMINISTER,
  'GET /course/course/:id/standing': LEARN,
  'POST /course/course/:id/educational_material': TEACH,
  'POST /course/course/:id/educational_material/:materialId': TEACH,
  'PATCH /course/course/:id/educational_material/:materialId': TEACH,
  'POST /course/course/:id/update_materials_sequence': TEACH,
  'POST /course/course/:id/educational_material/:materialId/finish': LEARN,
  'POST /course/course/:id/educational_material/:materialId/progress': LEARN,
  'POST /course/course/:id/educational_material/:materialId/clone': TEACH,
  'GET /course/course/:id/student_materials/:userId': { own: '++++-', out: '++00-', other: '0000-' },
  'POST /course/unblock_material': { own: '++++-', out: '++00-', other: '0000-' },
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/package': TEACH,
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/package/:fileId/parts': TEACH,
  // Its parts are not there yet.
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/package/:fileId/complete': {
    own: '!!-!-',
    out: '!!-0-',
    other: '00-0-',
  },
  'GET /course/course/:id/educational_material/:materialId/package': READ,
  'PATCH /course/course/:id/educational_material/:materialId/package': TEACH,
  'POST /course/course/:id/educational_material/:materialId/package/start': READ,
  'POST /course/course/:id/educational_material/:materialId/package/tries/:tryId/commit': {
    own: '----+',
    out: '----0',
    other: '----0',
  },
  'GET /course/course/:id/educational_material/:materialId/package/tries': {
    own: '++++-',
    out: '++00-',
    other: '0000-',
  },
  'GET /course/course/:id/educational_material/:materialId/package/answers': {
    own: '++++-',
    out: '++00-',
    other: '0000-',
  },
  'GET /course/course/:id/educational_material/:materialId/package/tries/:tryId': {
    own: '++++-',
    out: '++00-',
    other: '0000-',
  },
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/upload_file': TEACH,
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/upload_file/:fileId/parts': TEACH,
  // Its parts are not there yet.
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/upload_file/:fileId/complete': {
    own: '!!-!-',
    out: '!!-0-',
    other: '00-0-',
  },
  'DELETE /api_uploader/v1/course/course/:id/educational_material/:materialId/delete_file/:fileId': TEACH,

  'POST /course/course/:id/clone': ADMINISTER,

  // The library is everybody's who looks for courses; the things' course is cloned from none.
  'GET /library/library': { own: '++---' },
  'GET /library/library/:id': { own: '00---', out: '00---', other: '00---' },
  'POST /library/library/:id/clone_course': { own: '00---', out: '00---', other: '00---' },
  'GET /course/course/:id/library_changes': TEACH,
  'POST /course/course/:id/library_changes': { own: '00-0-', out: '00-0-', other: '00-0-' },

  // Tests and exams
  'GET /course/questions': TEACH,
  'GET /course/questions/:id': TEACH,
  // Both kinds of material that have a form come with it.
  'POST /course/course/:id/form': { own: '!!-!-', out: '!!-0-', other: '00-0-' },
  'GET /course/course/:id/form': READ,
  'GET /directory/form_names': READ,
  'GET /directory/form_types': EVERYBODY,
  'GET /directory/passed_form_statuses': EVERYBODY,
  'GET /course/course/:id/form/:formId': TEACH,
  'PATCH /course/course/:id/form/:formId': TEACH,
  'GET /course/question_bank': TEACH,
  'GET /bank/folders': { own: '++-+-' },
  'POST /bank/folders': BANK,
  'PATCH /bank/folders/:id': BANK,
  // A question lies in it.
  'DELETE /bank/folders/:id': { own: '!!-!-', out: '!!-!-', other: '00-0-' },
  'GET /bank/questions': BANK,
  'POST /bank/questions': BANK,
  'GET /bank/questions/:id': BANK,
  'PATCH /bank/questions/:id': BANK,
  // The change before it has made another version.
  'POST /bank/questions/:id/restore': { own: '!!-!-', out: '!!-!-', other: '00-0-' },
  // Nothing in it that is a question.
  'POST /bank/import_questions': { own: '!!-!-', out: '!!-!-', other: '00-0-' },
  'GET /bank/export_questions': BANK,
  'POST /bank/questions/place': BANK,
  'POST /course/course/:id/form/:formId/draw_figures': TEACH,
  'GET /course/course/:id/form/:formId/bank_links': TEACH,
  // Tied to nothing.
  'POST /course/questions/:id/bank_link': { own: '00-0-', out: '00-0-', other: '00-0-' },
  'POST /course/course/:id/form/:formId/copy_questions': TEACH,
  // No xlsx file.
  'POST /course/course/:id/form/:formId/import_questions': { own: '!!-!-', out: '!!-0-', other: '00-0-' },
  'GET /course/course/:id/form/:formId/export_questions': TEACH,
  'GET /course/questions_template': { own: '++-+-' },
  'POST /course/questions/:id/upload_files': TEACH,
  'POST /course/questions/:id/upload_files/:fileId/parts': TEACH,
  // Its parts are not there yet.
  'POST /course/questions/:id/upload_files/:fileId/complete': { own: '!!-!-', out: '!!-0-', other: '00-0-' },
  'DELETE /course/questions/:id/remove_file/:fileId': TEACH,
  'DELETE /course/questions/:id': TEACH,
  'POST /course/update_questions': TEACH,
  'POST /course/course/:id/form/:formId/publish': TEACH,
  'GET /course/course/:id/form/:formId/publish': TEACH,
  'POST /course/course/:id/form/:formId/preview': TEACH,
  'GET /course/appointed_form': READ,
  'GET /course/student_passed_form/:id': READ,
  'GET /course/form_introduction/:id': LEARN,
  'GET /course/retake_request/:id': LEARN,
  // An attempt is left.
  'POST /course/retake_request': { own: '----!', out: '----0', other: '----0' },
  'POST /course/start_form_passing': LEARN,
  'POST /course/student_passed_form': LEARN,
  // A question that asks for no file.
  'POST /course/student_passed_form/:id/files/:questionId': HAND_IN,
  'POST /course/student_passed_form/:id/files/:questionId/:fileId/parts': HAND_IN,
  'POST /course/student_passed_form/:id/files/:questionId/:fileId/complete': HAND_IN,
  'DELETE /course/student_passed_form/:id/files/:questionId/:fileId': HAND_IN,
  'POST /course/send_student_answers': LEARN,
  // Its exam checks no answer.
  'POST /course/check_answer': { own: '----!', out: '----0', other: '----0' },
  'GET /course/student_passed_form/:id/timeline': READ,
  'GET /course/course/:id/form/:formId/access_code': { own: '++++-', out: '++00-', other: '0000-' },
  'POST /course/course/:id/form/:formId/access_code': { own: '++++-', out: '++00-', other: '0000-' },
  'POST /course/course/:id/grants': { own: '++++-', out: '++00-', other: '0000-' },
  'GET /course/course/:id/outage_minutes': { own: '++++-', out: '++00-', other: '0000-' },
  'POST /course/course/:id/outage_minutes': { own: '++++-', out: '++00-', other: '0000-' },
  // Results, and what is decided about them
  'GET /course/course/:id/form/:formId/attempts': { own: '++++-', out: '++00-', other: '0000-' },
  'GET /search': EVERYBODY,
  // Today
  'GET /course/today': { own: '++++-' },
  'GET /course/today/in_review': { own: '++++-' },
  'GET /course/today/retake_asked': { own: '++++-' },
  'GET /course/today/failed_twice': { own: '++++-' },
  'GET /course/today/overdue': { own: '++++-' },
  'GET /course/today/due_soon': { own: '++++-' },
  'GET /course/today/certificate_expired': { own: '++++-' },
  'GET /course/today/certificate_expiring': { own: '++++-' },
  'GET /course/today/silent': { own: '++++-' },
  'POST /course/reminders/preview': { own: '++++-' },
  'POST /course/reminders': { own: '++++-' },
  'GET /course/test_results': { own: '++---', out: '++---', other: '00---' },
  'GET /course/test_results/export': { own: '++---' },
  'POST /course/course/:id/retake_form': { own: '++++-', out: '++00-', other: '0000-' },
  // Nobody asks for one.
  'POST /course/course/:id/decline_retake': { own: '!!!!-', out: '!!00-', other: '0000-' },
  'POST /course/course/:id/passed_form_status': { own: '++++-', out: '++00-', other: '0000-' },
  'POST /course/course/:id/publish_results': { own: '++++-', out: '++00-', other: '0000-' },
  'POST /course/student_passed_form/:id/notes': { own: '++++-', out: '++00-', other: '0000-' },
  'GET /course/answers_to_mark': { own: '++++-' },
  'GET /course/answers_to_mark/next': { own: '++++-' },
  // A choice needs no mark.
  'GET /course/student_passed_form/:id/marks/:questionId': { own: '0000-', out: '0000-', other: '0000-' },
  'POST /course/student_passed_form/:id/marks': { own: '!!!!-', out: '!!00-', other: '0000-' },
  'POST /course/student_passed_form/:id/marks/:markId/undo': { own: '0000-', out: '0000-', other: '0000-' },
  'GET /course/course/:id/form/:formId/print_runs': { own: '++++-', out: '++00-', other: '0000-' },
  'POST /course/course/:id/form/:formId/print_runs': TEACH,
  'POST /course/course/:id/form/:formId/print_runs/:runId/print': TEACH,
  'POST /course/course/:id/form/:formId/print_draft': TEACH,
  'GET /course/course/:id/form/:formId/print_runs/:runId/sheet': {
    own: '++++-',
    out: '++00-',
    other: '0000-',
  },
  'GET /course/course/:id/form/:formId/print_runs/:runId/sheets': {
    own: '++++-',
    out: '++00-',
    other: '0000-',
  },
  'GET /course/course/:id/form/:formId/print_runs/:runId/sheets/people': {
    own: '++++-',
    out: '++00-',
    other: '0000-',
  },
  'POST /course/course/:id/form/:formId/print_runs/:runId/sheets': {
    own: '++++-',
    out: '++00-',
    other: '0000-',
  },
  // No sheet of that attempt.
  'POST /course/course/:id/form/:formId/print_runs/:runId/sheets/:attemptId/undo': {
    own: '0000-',
    out: '0000-',
    other: '0000-',
  },
  'GET /course/course/:id/form/:formId/repairs': TEACH,
  'POST /course/course/:id/form/:formId/repair_preview': TEACH,
  'POST /course/course/:id/form/:formId/repairs': TEACH,
  'POST /course/course/:id/form/:formId/repairs/:repairId/undo': TEACH,

  // Certificates
  'GET /certificates': READ,
  'GET /certificates_export': { own: '+++--' },
  'GET /course/course/:id/download_certificate': READ,

  // Taken away last, in this order
  'DELETE /directory/course_category/:id': ADMINISTER,
  'DELETE /course/course/:id/coaches/:user_id': LOOK_AFTER,
  'DELETE /webinar/webinar/:id': HOLD,
  'DELETE /educational_program/educational_program/:id': LOOK_AFTER,
  'DELETE /course/course/:id/educational_material/:materialId': TEACH,
  'POST /course/course/:id/leave_course': { own: '--++-', out: '--00-', other: '--00-' },
  'DELETE /course/course/:id': ADMINISTER,
  'DELETE /study_group/study_group/:id': LOOK_AFTER,
  'DELETE /accounts/memberships/:id': LOOK_AFTER,
  'DELETE /accounts/sessions': EVERYBODY,
  'POST /accounts/logout': EVERYBODY,
  // Nobody is signed in any more; tests of memberships tell who leaves.
  'POST /accounts/leave_company': { own: '!!!!!' },
};

/** Calls for anybody: a token changes nothing about them. */
export const PUBLIC: readonly string[] = [
  'POST /dispatch/launch',
  'POST /accounts/token',
  'POST /accounts/email_confirmation',
  'POST /accounts/invitation',
  'POST /accounts/invitation/decline',
  'POST /accounts/finish_registration',
  'POST /accounts/password_reset',
  'POST /accounts/password_reset/link',
  'POST /accounts/password_reset/confirm',
  'POST /accounts/renew_link',
  'POST /accounts/totp/login',
  'POST /accounts/u2f/login/challenge',
  'POST /accounts/u2f/login',
  'GET /accounts/sign_in_options',
  'POST /auth/exchange-code',
  'POST /auth/convert-token',
  'POST /space/space_registration',
  'GET /certificates/:number',
  'GET /api/health',
];
