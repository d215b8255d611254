CREATE TABLE "directory_refusals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "directory_refusals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"token_id" integer NOT NULL,
	"refused_at" timestamp with time zone NOT NULL,
	"call" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"code" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "directory_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "directory_tokens_tenant" UNIQUE("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "directory_id" integer;--> statement-breakpoint
ALTER TABLE "study_groups" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "directory_refusals" ADD CONSTRAINT "directory_refusals_token" FOREIGN KEY ("company_id","token_id") REFERENCES "public"."directory_tokens"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_tokens" ADD CONSTRAINT "directory_tokens_membership" FOREIGN KEY ("company_id","created_by") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "directory_refusals_token" ON "directory_refusals" USING btree ("company_id","token_id");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_tokens_hash" ON "directory_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "directory_tokens_maker" ON "directory_tokens" USING btree ("company_id","created_by");--> statement-breakpoint
-- safe: of a new column that is empty, so that it is made by one look through the table
CREATE INDEX "memberships_external" ON "memberships" USING btree ("company_id","external_id") WHERE external_id is not null;--> statement-breakpoint
-- safe: as above
CREATE INDEX "memberships_directory" ON "memberships" USING btree ("company_id","directory_id") WHERE directory_id is not null;--> statement-breakpoint
alter table directory_tokens enable row level security, force row level security;--> statement-breakpoint
alter table directory_refusals enable row level security, force row level security;
