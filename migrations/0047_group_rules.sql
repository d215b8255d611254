CREATE TABLE "group_exceptions" (
	"company_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "group_exceptions_company_id_group_id_user_id_pk" PRIMARY KEY("company_id","group_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "group_members" ADD COLUMN "by_rule" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "study_groups" ADD COLUMN "rule_positions" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "study_groups" ADD COLUMN "rule_subdivisions" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "group_exceptions" ADD CONSTRAINT "group_exceptions_group" FOREIGN KEY ("company_id","group_id") REFERENCES "public"."study_groups"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_exceptions" ADD CONSTRAINT "group_exceptions_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "group_exceptions_user" ON "group_exceptions" USING btree ("company_id","user_id");--> statement-breakpoint
-- safe: a company has few groups, and none of them is in it yet
CREATE INDEX "study_groups_rules" ON "study_groups" USING btree ("company_id") WHERE deleted_at is null and (rule_positions <> '{}' or rule_subdivisions <> '{}');--> statement-breakpoint
alter table group_exceptions enable row level security, force row level security;--> statement-breakpoint
CREATE STATISTICS "group_exceptions_group_id" (dependencies) ON company_id, group_id FROM "group_exceptions";
