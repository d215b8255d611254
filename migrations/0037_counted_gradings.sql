ALTER TABLE "form_results" ADD COLUMN "grading_id" integer;--> statement-breakpoint
ALTER TABLE "form_results" ADD COLUMN "form_version_id" integer;--> statement-breakpoint
-- Filled for what counts by now. Whoever owns the tables sees their rows meanwhile.
alter table form_results no force row level security;--> statement-breakpoint
alter table attempts no force row level security;--> statement-breakpoint
alter table gradings no force row level security;--> statement-breakpoint
update form_results r set grading_id = g.id, form_version_id = t.form_version_id
  from attempts t
  cross join lateral (
    select k.id from gradings k
      where k.company_id = t.company_id and k.attempt_id = t.id order by k.id desc limit 1) g
  where t.company_id = r.company_id and t.id = r.attempt_id;--> statement-breakpoint
alter table form_results force row level security;--> statement-breakpoint
alter table attempts force row level security;--> statement-breakpoint
alter table gradings force row level security;
