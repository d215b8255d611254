CREATE TABLE "form_results" (
	"company_id" integer NOT NULL,
	"assignment_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"attempt_id" integer NOT NULL,
	"first_score" double precision NOT NULL,
	"last_score" double precision NOT NULL,
	"best_score" double precision NOT NULL,
	"first_percent" double precision NOT NULL,
	"last_percent" double precision NOT NULL,
	"best_percent" double precision NOT NULL,
	"percent" double precision NOT NULL,
	"ects" text NOT NULL,
	"passed" boolean NOT NULL,
	"finished_by" text,
	"duration" integer,
	"in_review" boolean NOT NULL,
	CONSTRAINT "form_results_company_id_assignment_id_pk" PRIMARY KEY("company_id","assignment_id")
);--> statement-breakpoint
CREATE TABLE "group_progress" (
	"company_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"courses" integer DEFAULT 0 NOT NULL,
	"begun" integer DEFAULT 0 NOT NULL,
	"finished" integer DEFAULT 0 NOT NULL,
	"percents" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "group_progress_company_id_group_id_user_id_pk" PRIMARY KEY("company_id","group_id","user_id")
);--> statement-breakpoint
DROP INDEX "gradings_attempt";--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "given_types" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "surname" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "activated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "has_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "course_states" ADD COLUMN "given_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "form_results" ADD CONSTRAINT "form_results_assignment" FOREIGN KEY ("company_id","assignment_id") REFERENCES "public"."assignments"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_results" ADD CONSTRAINT "form_results_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "group_progress" ADD CONSTRAINT "group_progress_group" FOREIGN KEY ("company_id","group_id") REFERENCES "public"."study_groups"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_progress" ADD CONSTRAINT "group_progress_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "form_results_form" ON "form_results" USING btree ("company_id","form_id","user_id");--> statement-breakpoint
CREATE INDEX "form_results_user" ON "form_results" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "group_progress_user" ON "group_progress" USING btree ("company_id","user_id");--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "memberships_by_surname" ON "memberships" USING btree ("company_id",surname collate "uk-x-icu","user_id");--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "memberships_counted" ON "memberships" USING btree ("company_id","activated","blocked_at","given_types") WHERE deleted_at is null;--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "course_states_given" ON "course_states" USING btree ("company_id","given_at") WHERE total > 0 and (done < total or opened_at is null);--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "gradings_attempt" ON "gradings" USING btree ("company_id","attempt_id","id","passed","percent");--> statement-breakpoint
alter table group_progress enable row level security, force row level security;--> statement-breakpoint
-- Filled for what is there. Whoever owns the tables sees their rows meanwhile.
alter table course_states no force row level security;--> statement-breakpoint
alter table group_progress no force row level security;--> statement-breakpoint
alter table courses no force row level security;--> statement-breakpoint
alter table course_groups no force row level security;--> statement-breakpoint
alter table course_members no force row level security;--> statement-breakpoint
alter table study_groups no force row level security;--> statement-breakpoint
alter table group_members no force row level security;--> statement-breakpoint
alter table programs no force row level security;--> statement-breakpoint
alter table program_groups no force row level security;--> statement-breakpoint
alter table program_courses no force row level security;--> statement-breakpoint
update course_states s set given_at = e.given_at from (
  select company_id, course_id, user_id, min(given_at) as given_at from (
    select cm.company_id, cm.course_id, cm.user_id, cm.created_at as given_at from course_members cm
      where cm.role = 'student'
    union all
    select cg.company_id, cg.course_id, gm.user_id, greatest(gm.created_at, cg.created_at) from course_groups cg
      join study_groups g on g.company_id = cg.company_id and g.id = cg.group_id and g.deleted_at is null
      join group_members gm on gm.company_id = cg.company_id and gm.group_id = cg.group_id and gm.role = 'student'
    union all
    select pc.company_id, pc.course_id, gm.user_id, greatest(gm.created_at, pg.created_at, pc.created_at)
      from program_courses pc
      join programs p on p.company_id = pc.company_id and p.id = pc.program_id and p.deleted_at is null
      join program_groups pg on pg.company_id = pc.company_id and pg.program_id = pc.program_id
      join study_groups g on g.company_id = pg.company_id and g.id = pg.group_id and g.deleted_at is null
      join group_members gm on gm.company_id = pg.company_id and gm.group_id = pg.group_id and gm.role = 'student'
  ) given group by company_id, course_id, user_id) e
  where s.company_id = e.company_id and s.course_id = e.course_id and s.user_id = e.user_id;--> statement-breakpoint
insert into group_progress (company_id, group_id, user_id, courses, begun, finished, percents)
  select gm.company_id, gm.group_id, gm.user_id, count(s.user_id), count(s.opened_at),
         count(*) filter (where s.opened_at is not null and s.done = s.total),
         coalesce(sum(case when s.total > 0 then 100 * s.done / s.total else 0 end), 0)
    from group_members gm
    join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id and g.deleted_at is null
    left join (
      select x.company_id, x.group_id, x.course_id from (
        select cg.company_id, cg.group_id, cg.course_id from course_groups cg
        union
        select pg.company_id, pg.group_id, pc.course_id from program_groups pg
          join programs p on p.company_id = pg.company_id and p.id = pg.program_id and p.deleted_at is null
          join program_courses pc on pc.company_id = pg.company_id and pc.program_id = pg.program_id
      ) x join courses c on c.company_id = x.company_id and c.id = x.course_id and c.deleted_at is null
        and c.published_at is not null
    ) c on c.company_id = gm.company_id and c.group_id = gm.group_id
    left join course_states s on s.company_id = c.company_id and s.course_id = c.course_id and s.user_id = gm.user_id
    where gm.role = 'student'
    group by gm.company_id, gm.group_id, gm.user_id;--> statement-breakpoint
alter table course_states force row level security;--> statement-breakpoint
alter table group_progress force row level security;--> statement-breakpoint
alter table courses force row level security;--> statement-breakpoint
alter table course_groups force row level security;--> statement-breakpoint
alter table course_members force row level security;--> statement-breakpoint
alter table study_groups force row level security;--> statement-breakpoint
alter table group_members force row level security;--> statement-breakpoint
alter table programs force row level security;--> statement-breakpoint
alter table program_groups force row level security;--> statement-breakpoint
alter table program_courses force row level security;--> statement-breakpoint
-- Filled for what is there, which tells nobody of anything. Whoever owns the tables sees their rows meanwhile.
alter table memberships no force row level security, disable trigger user;--> statement-breakpoint
alter table users no force row level security;--> statement-breakpoint
update memberships m
  set surname = u.last_name, activated = u.activated_at is not null, has_email = u.email is not null,
      given_types = array(select t from unnest(m.user_types) t where not exists (
        select from unnest(m.user_types) other
          where other <> t and (other = 'owner' or t = 'student' or t = 'trainer' and other in ('admin', 'manager'))))
  from users u where u.id = m.user_id;--> statement-breakpoint
alter table memberships force row level security, enable trigger user;--> statement-breakpoint
alter table users force row level security;--> statement-breakpoint
alter table form_results enable row level security, force row level security;--> statement-breakpoint
-- Filled for what is there. Whoever owns the tables sees their rows meanwhile.
alter table form_results no force row level security;--> statement-breakpoint
alter table attempts no force row level security;--> statement-breakpoint
alter table gradings no force row level security;--> statement-breakpoint
alter table form_versions no force row level security;--> statement-breakpoint
insert into form_results
  select e.company_id, e.assignment_id, e.form_id, e.user_id, max(e.id) filter (where e.counted = 1),
         max(e.score) filter (where e.first = 1), max(e.score) filter (where e.last = 1), max(e.score),
         max(e.percent) filter (where e.first = 1), max(e.percent) filter (where e.last = 1), max(e.percent),
         max(e.percent) filter (where e.counted = 1), max(e.ects) filter (where e.counted = 1),
         bool_or(e.passed) filter (where e.counted = 1), max(e.finished_by) filter (where e.counted = 1),
         max(extract(epoch from e.finished_at - e.started_at)) filter (where e.counted = 1)::integer,
         bool_or(e.result_published_at is null)
    from (
      select t.*, g.score::float8, g.percent::float8, g.ects, g.passed,
             row_number() over (partition by t.assignment_id order by t.number) as first,
             row_number() over (partition by t.assignment_id order by t.number desc) as last,
             row_number() over (partition by t.assignment_id order by case
                 when r.settings->>'result_counts' = 'last' then t.number end desc nulls last,
               g.passed desc, g.percent desc, t.number) as counted
        from attempts t
        cross join lateral (
          select k.score, k.percent, k.ects, k.passed from gradings k
            where k.company_id = t.company_id and k.attempt_id = t.id order by k.id desc limit 1) g
        cross join lateral (
          select v.settings from form_versions v
            where v.company_id = t.company_id and v.form_id = t.form_id order by v.number desc limit 1) r
        where t.status = 'completed'
    ) e group by e.company_id, e.assignment_id, e.form_id, e.user_id;--> statement-breakpoint
alter table form_results force row level security;--> statement-breakpoint
alter table attempts force row level security;--> statement-breakpoint
alter table gradings force row level security;--> statement-breakpoint
alter table form_versions force row level security;