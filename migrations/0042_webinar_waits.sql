CREATE TABLE "webinar_waits" (
	"company_id" integer NOT NULL,
	"webinar_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "webinar_waits_company_id_webinar_id_user_id_pk" PRIMARY KEY("company_id","webinar_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "webinar_waits" ADD CONSTRAINT "webinar_waits_webinar" FOREIGN KEY ("company_id","webinar_id") REFERENCES "public"."webinars"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_waits" ADD CONSTRAINT "webinar_waits_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
alter table webinar_waits enable row level security, force row level security;--> statement-breakpoint
CREATE STATISTICS "webinar_waits_webinar_id" (dependencies) ON company_id, webinar_id FROM "webinar_waits";
