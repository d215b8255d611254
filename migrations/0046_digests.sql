CREATE TABLE "digests" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"week_on" date NOT NULL,
	"judged_at" timestamp with time zone,
	CONSTRAINT "digests_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "digests_waiting" ON "digests" USING btree ("company_id","user_id") WHERE judged_at is null;--> statement-breakpoint
alter table digests enable row level security, force row level security;
