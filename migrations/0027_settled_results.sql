ALTER TABLE "form_results" ALTER COLUMN "first_score" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "form_results" ALTER COLUMN "last_score" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "form_results" ALTER COLUMN "best_score" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "form_results" ALTER COLUMN "first_percent" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "form_results" ALTER COLUMN "last_percent" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "form_results" ALTER COLUMN "best_percent" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "form_results" ALTER COLUMN "percent" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "form_results" ALTER COLUMN "ects" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "form_results" ALTER COLUMN "passed" DROP NOT NULL;--> statement-breakpoint
-- What waits for marks is no result any more. Whoever owns the tables sees their rows meanwhile.
alter table form_results no force row level security;--> statement-breakpoint
alter table attempts no force row level security;--> statement-breakpoint
alter table gradings no force row level security;--> statement-breakpoint
alter table form_versions no force row level security;--> statement-breakpoint
with graded as materialized (
  select t.company_id, t.id, t.assignment_id, t.form_id, t.number, t.started_at, t.finished_at, t.finished_by, g.*,
         t.result_published_at is null and g.explanation @> '[{"outcome": "in_review"}]' as waits
    from attempts t
    cross join lateral (
      select k.score::float8, k.percent::float8, k.ects, k.passed, k.explanation from gradings k
        where k.company_id = t.company_id and k.attempt_id = t.id order by k.id desc limit 1) g
    where t.status = 'completed'
), settled as (
  select t.company_id, t.assignment_id, t.id, t.finished_by, t.finished_at - t.started_at as duration,
         case when not t.waits then t.score end as score, case when not t.waits then t.percent end as percent,
         case when not t.waits then t.ects end as ects, case when not t.waits then t.passed end as passed,
         row_number() over (partition by t.assignment_id order by t.number) as first,
         row_number() over (partition by t.assignment_id order by t.number desc) as last,
         row_number() over (partition by t.assignment_id order by t.waits,
           case when r.settings->>'result_counts' = 'last' then t.number end desc nulls last,
           t.passed desc, t.percent desc, t.number) as counted
    from graded t
    cross join lateral (
      select v.settings from form_versions v
        where v.company_id = t.company_id and v.form_id = t.form_id order by v.number desc limit 1) r
    where t.assignment_id in (select assignment_id from graded where waits)
), counted as (
  select e.company_id, e.assignment_id, max(e.id) filter (where e.counted = 1) as attempt_id,
         max(e.score) filter (where e.first = 1) as first_score, max(e.score) filter (where e.last = 1) as last_score,
         max(e.score) as best_score, max(e.percent) filter (where e.first = 1) as first_percent,
         max(e.percent) filter (where e.last = 1) as last_percent, max(e.percent) as best_percent,
         max(e.percent) filter (where e.counted = 1) as percent, max(e.ects) filter (where e.counted = 1) as ects,
         bool_or(e.passed) filter (where e.counted = 1) as passed,
         max(e.finished_by) filter (where e.counted = 1) as finished_by,
         max(extract(epoch from e.duration)) filter (where e.counted = 1)::integer as duration
    from settled e group by e.company_id, e.assignment_id
)
update form_results r
  set attempt_id = c.attempt_id, first_score = c.first_score, last_score = c.last_score, best_score = c.best_score,
      first_percent = c.first_percent, last_percent = c.last_percent, best_percent = c.best_percent,
      percent = c.percent, ects = c.ects, passed = c.passed, finished_by = c.finished_by, duration = c.duration
  from counted c where r.company_id = c.company_id and r.assignment_id = c.assignment_id;--> statement-breakpoint
alter table form_results force row level security;--> statement-breakpoint
alter table attempts force row level security;--> statement-breakpoint
alter table gradings force row level security;--> statement-breakpoint
alter table form_versions force row level security;
