-- Who has the parent has the company: taken for chance beside each other, the rows of one course were thought to be as
-- few as the company is small in the table, and joined one by one.
CREATE STATISTICS "answer_sums_form_version_id" (dependencies) ON company_id, form_version_id FROM "answer_sums";--> statement-breakpoint
CREATE STATISTICS "assignments_form_id" (dependencies) ON company_id, form_id FROM "assignments";--> statement-breakpoint
CREATE STATISTICS "attempts_form_id" (dependencies) ON company_id, form_id FROM "attempts";--> statement-breakpoint
CREATE STATISTICS "bank_entries_folder_id" (dependencies) ON company_id, folder_id FROM "bank_entries";--> statement-breakpoint
CREATE STATISTICS "certificates_course_id" (dependencies) ON company_id, course_id FROM "certificates";--> statement-breakpoint
CREATE STATISTICS "chronology_items_course_id" (dependencies) ON company_id, course_id FROM "chronology_items";--> statement-breakpoint
CREATE STATISTICS "chronology_items_program_id" (dependencies) ON company_id, program_id FROM "chronology_items";--> statement-breakpoint
CREATE STATISTICS "chronology_items_webinar_id" (dependencies) ON company_id, webinar_id FROM "chronology_items";--> statement-breakpoint
CREATE STATISTICS "chronology_stages_program_id" (dependencies) ON company_id, program_id FROM "chronology_stages";--> statement-breakpoint
CREATE STATISTICS "course_groups_course_id" (dependencies) ON company_id, course_id FROM "course_groups";--> statement-breakpoint
CREATE STATISTICS "course_groups_group_id" (dependencies) ON company_id, group_id FROM "course_groups";--> statement-breakpoint
CREATE STATISTICS "course_members_course_id" (dependencies) ON company_id, course_id FROM "course_members";--> statement-breakpoint
CREATE STATISTICS "course_states_course_id" (dependencies) ON company_id, course_id FROM "course_states";--> statement-breakpoint
CREATE STATISTICS "course_sums_course_id" (dependencies) ON company_id, course_id FROM "course_sums";--> statement-breakpoint
CREATE STATISTICS "course_waits_course_id" (dependencies) ON company_id, course_id FROM "course_waits";--> statement-breakpoint
CREATE STATISTICS "dispatch_learners_dispatch_id" (dependencies) ON company_id, dispatch_id FROM "dispatch_learners";--> statement-breakpoint
CREATE STATISTICS "dispatches_course_id" (dependencies) ON company_id, course_id FROM "dispatches";--> statement-breakpoint
CREATE STATISTICS "form_pools_form_version_id" (dependencies) ON company_id, form_version_id FROM "form_pools";--> statement-breakpoint
CREATE STATISTICS "form_results_form_id" (dependencies) ON company_id, form_id FROM "form_results";--> statement-breakpoint
CREATE STATISTICS "form_versions_form_id" (dependencies) ON company_id, form_id FROM "form_versions";--> statement-breakpoint
CREATE STATISTICS "group_members_group_id" (dependencies) ON company_id, group_id FROM "group_members";--> statement-breakpoint
CREATE STATISTICS "group_progress_group_id" (dependencies) ON company_id, group_id FROM "group_progress";--> statement-breakpoint
CREATE STATISTICS "key_repairs_form_id" (dependencies) ON company_id, form_id FROM "key_repairs";--> statement-breakpoint
CREATE STATISTICS "material_files_material_id" (dependencies) ON company_id, material_id FROM "material_files";--> statement-breakpoint
CREATE STATISTICS "material_origins_course_id" (dependencies) ON company_id, course_id FROM "material_origins";--> statement-breakpoint
CREATE STATISTICS "material_origins_material_id" (dependencies) ON company_id, material_id FROM "material_origins";--> statement-breakpoint
CREATE STATISTICS "material_progress_material_id" (dependencies) ON company_id, material_id FROM "material_progress";--> statement-breakpoint
CREATE STATISTICS "materials_course_id" (dependencies) ON company_id, course_id FROM "materials";--> statement-breakpoint
CREATE STATISTICS "package_tries_material_id" (dependencies) ON company_id, material_id FROM "package_tries";--> statement-breakpoint
CREATE STATISTICS "packages_material_id" (dependencies) ON company_id, material_id FROM "packages";--> statement-breakpoint
CREATE STATISTICS "print_runs_form_id" (dependencies) ON company_id, form_id FROM "print_runs";--> statement-breakpoint
CREATE STATISTICS "printings_form_id" (dependencies) ON company_id, form_id FROM "printings";--> statement-breakpoint
CREATE STATISTICS "program_courses_course_id" (dependencies) ON company_id, course_id FROM "program_courses";--> statement-breakpoint
CREATE STATISTICS "program_courses_program_id" (dependencies) ON company_id, program_id FROM "program_courses";--> statement-breakpoint
CREATE STATISTICS "program_groups_group_id" (dependencies) ON company_id, group_id FROM "program_groups";--> statement-breakpoint
CREATE STATISTICS "program_groups_program_id" (dependencies) ON company_id, program_id FROM "program_groups";--> statement-breakpoint
CREATE STATISTICS "questions_form_id" (dependencies) ON company_id, form_id FROM "questions";--> statement-breakpoint
CREATE STATISTICS "retake_requests_form_id" (dependencies) ON company_id, form_id FROM "retake_requests";--> statement-breakpoint
CREATE STATISTICS "webinar_attendance_webinar_id" (dependencies) ON company_id, webinar_id FROM "webinar_attendance";--> statement-breakpoint
CREATE STATISTICS "webinar_courses_course_id" (dependencies) ON company_id, course_id FROM "webinar_courses";--> statement-breakpoint
CREATE STATISTICS "webinar_courses_webinar_id" (dependencies) ON company_id, webinar_id FROM "webinar_courses";--> statement-breakpoint
CREATE STATISTICS "webinar_files_webinar_id" (dependencies) ON company_id, webinar_id FROM "webinar_files";--> statement-breakpoint
CREATE STATISTICS "webinar_groups_group_id" (dependencies) ON company_id, group_id FROM "webinar_groups";--> statement-breakpoint
CREATE STATISTICS "webinar_groups_webinar_id" (dependencies) ON company_id, webinar_id FROM "webinar_groups";--> statement-breakpoint
CREATE STATISTICS "webinar_hosts_webinar_id" (dependencies) ON company_id, webinar_id FROM "webinar_hosts";--> statement-breakpoint
CREATE STATISTICS "webinar_programs_program_id" (dependencies) ON company_id, program_id FROM "webinar_programs";--> statement-breakpoint
CREATE STATISTICS "webinar_programs_webinar_id" (dependencies) ON company_id, webinar_id FROM "webinar_programs";--> statement-breakpoint
-- What has been counted before is counted again. An empty table is left: counted, it would be planned for as empty.
do $$
declare
  v_table text;
begin
  for v_table in
    select distinct c.oid::regclass::text from pg_statistic_ext s join pg_class c on c.oid = s.stxrelid
      where c.relnamespace = 'public'::regnamespace and c.reltuples > 0
  loop
    execute format('analyze %s', v_table);
  end loop;
end $$;
