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
);
--> statement-breakpoint
DROP INDEX "gradings_attempt";--> statement-breakpoint
ALTER TABLE "form_results" ADD CONSTRAINT "form_results_assignment" FOREIGN KEY ("company_id","assignment_id") REFERENCES "public"."assignments"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_results" ADD CONSTRAINT "form_results_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "form_results_form" ON "form_results" USING btree ("company_id","form_id","user_id");--> statement-breakpoint
CREATE INDEX "form_results_user" ON "form_results" USING btree ("company_id","user_id");--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "gradings_attempt" ON "gradings" USING btree ("company_id","attempt_id","id","passed","percent");--> statement-breakpoint
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
