CREATE TABLE "people_sums" (
	"company_id" integer NOT NULL,
	"user_types" text[] NOT NULL,
	"given_types" text[] NOT NULL,
	"has_email" boolean NOT NULL,
	"activated" boolean NOT NULL,
	"blocked" boolean NOT NULL,
	"declined" boolean NOT NULL,
	"people" integer NOT NULL
);
--> statement-breakpoint
-- safe: no version has been deployed yet
DROP INDEX "material_progress_opened";--> statement-breakpoint
-- safe: no version has been deployed yet
DROP INDEX "material_progress_done";--> statement-breakpoint
CREATE INDEX "people_sums_company" ON "people_sums" USING btree ("company_id");--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "material_progress_opened" ON "material_progress" USING btree ("company_id","opened_at","user_id","done_at");--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "material_progress_done" ON "material_progress" USING btree ("company_id","done_at","user_id","opened_at") WHERE done_at is not null;--> statement-breakpoint
alter table people_sums enable row level security, force row level security;--> statement-breakpoint
-- Filled for who is there. Whoever owns the tables sees their rows meanwhile.
alter table memberships no force row level security;--> statement-breakpoint
alter table people_sums no force row level security;--> statement-breakpoint
insert into people_sums (company_id, user_types, given_types, has_email, activated, blocked, declined, people)
  select company_id, user_types, given_types, has_email, activated, blocked_at is not null, declined_at is not null,
         count(*)
    from memberships where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;--> statement-breakpoint
alter table memberships force row level security;--> statement-breakpoint
alter table people_sums force row level security;
