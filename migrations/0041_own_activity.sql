ALTER TABLE "course_states" ADD COLUMN "done_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "material_progress" ADD COLUMN "attempted_at" timestamp with time zone;--> statement-breakpoint
-- Filled from the attempts there are; what was typed in from paper was opened on the day of writing, and the triggers
-- count that. Whoever owns the tables sees their rows meanwhile.
alter table attempts no force row level security;--> statement-breakpoint
alter table forms no force row level security;--> statement-breakpoint
alter table materials no force row level security;--> statement-breakpoint
alter table material_progress no force row level security;--> statement-breakpoint
alter table course_states no force row level security;--> statement-breakpoint
update material_progress p set opened_at = least(p.opened_at, own.began_at), attempted_at = own.moved_at
  from (
    select f.company_id, f.material_id, t.user_id, min(t.started_at) as began_at,
           max(case when t.finished_by <> 'trainer' then t.finished_at else t.started_at end) as moved_at
      from attempts t join forms f on f.company_id = t.company_id and f.id = t.form_id
      group by f.company_id, f.material_id, t.user_id
  ) own
  where p.company_id = own.company_id and p.material_id = own.material_id
    and p.user_id = own.user_id;--> statement-breakpoint
-- What is kept of courses, counted again; nothing that hangs on it changes.
alter table course_states disable trigger user;--> statement-breakpoint
with held as (
  select m.company_id, m.course_id, p.user_id, m.type, m.archived_at, m.deleted_at, p.opened_at, p.attempted_at,
         p.done_at, min(p.opened_at) over (partition by m.company_id, m.course_id, p.user_id) as first_opened_at
    from materials m join material_progress p on p.company_id = m.company_id and p.material_id = m.id
), counted as (
  select company_id, course_id, user_id, max(done_at) filter (where type <> 'additional') as done_at,
         max(greatest(opened_at, attempted_at,
           case when type not in ('practice', 'exam') then done_at end)) as last_activity
    from held where deleted_at is null and (archived_at is null or first_opened_at < archived_at)
    group by company_id, course_id, user_id
)
update course_states s set last_activity = c.last_activity, done_at = c.done_at
  from counted c
  where s.company_id = c.company_id and s.course_id = c.course_id and s.user_id = c.user_id;--> statement-breakpoint
alter table course_states enable trigger user;--> statement-breakpoint
alter table attempts force row level security;--> statement-breakpoint
alter table forms force row level security;--> statement-breakpoint
alter table materials force row level security;--> statement-breakpoint
alter table material_progress force row level security;--> statement-breakpoint
alter table course_states force row level security;
