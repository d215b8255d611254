CREATE TABLE "course_sums" (
	"company_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"students" integer NOT NULL,
	"begun" integer NOT NULL,
	"finished" integer NOT NULL,
	"percents" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "course_sums_course" ON "course_sums" USING btree ("company_id","course_id","students","begun","finished","percents");--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "history_changes" ON "history" USING btree ("company_id","created_at","change_id") WHERE id = change_id;--> statement-breakpoint
alter table course_sums enable row level security, force row level security;--> statement-breakpoint
-- Filled for what is there. Whoever owns the tables sees their rows meanwhile.
alter table course_states no force row level security;--> statement-breakpoint
alter table course_sums no force row level security;--> statement-breakpoint
insert into course_sums (company_id, course_id, students, begun, finished, percents)
  select company_id, course_id, count(*), count(opened_at),
         count(*) filter (where opened_at is not null and done = total),
         sum(case when total > 0 then 100 * done / total else 0 end)
    from course_states group by company_id, course_id;--> statement-breakpoint
alter table course_states force row level security;--> statement-breakpoint
alter table course_sums force row level security;
