CREATE TABLE "retake_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "retake_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"answer" text DEFAULT '' NOT NULL,
	"ended_by" integer,
	CONSTRAINT "retake_requests_ended" CHECK ((ended_at is null) = (outcome is null))
);
--> statement-breakpoint
ALTER TABLE "retake_requests" ADD CONSTRAINT "retake_requests_form" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retake_requests" ADD CONSTRAINT "retake_requests_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "retake_requests_open" ON "retake_requests" USING btree ("company_id","form_id","user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "retake_requests_user" ON "retake_requests" USING btree ("company_id","user_id","form_id","id");--> statement-breakpoint
alter table retake_requests enable row level security, force row level security;
