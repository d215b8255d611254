CREATE TABLE "package_files" (
	"company_id" integer NOT NULL,
	"media_id" integer NOT NULL,
	"files" jsonb NOT NULL,
	CONSTRAINT "package_files_company_id_media_id_pk" PRIMARY KEY("company_id","media_id")
);
--> statement-breakpoint
CREATE TABLE "package_interactions" (
	"company_id" integer NOT NULL,
	"try_id" integer NOT NULL,
	"item" text NOT NULL,
	"place" integer NOT NULL,
	"name" text NOT NULL,
	"type" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"response" text DEFAULT '' NOT NULL,
	"correct" text DEFAULT '' NOT NULL,
	"result" text DEFAULT '' NOT NULL,
	"latency" text DEFAULT '' NOT NULL,
	CONSTRAINT "package_interactions_company_id_try_id_item_place_pk" PRIMARY KEY("company_id","try_id","item","place")
);
--> statement-breakpoint
CREATE TABLE "package_tries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "package_tries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"material_id" integer NOT NULL,
	"package_id" integer,
	"number" integer NOT NULL,
	"opening" integer DEFAULT 0 NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'not_attempted' NOT NULL,
	"success" text DEFAULT 'unknown' NOT NULL,
	"score" real,
	"seconds" integer DEFAULT 0 NOT NULL,
	"item" text DEFAULT '' NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"committed_at" timestamp with time zone,
	CONSTRAINT "package_tries_tenant" UNIQUE("company_id","id"),
	CONSTRAINT "package_tries_number" UNIQUE("company_id","user_id","material_id","number"),
	CONSTRAINT "package_tries_status" CHECK (status in ('not_attempted', 'incomplete', 'completed')),
	CONSTRAINT "package_tries_success" CHECK (success in ('unknown', 'passed', 'failed')),
	CONSTRAINT "package_tries_score" CHECK (score between 0 and 100),
	CONSTRAINT "package_tries_state" CHECK (octet_length(state::text) <= 2000000)
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"company_id" integer NOT NULL,
	"media_id" integer NOT NULL,
	"material_id" integer NOT NULL,
	"number" integer NOT NULL,
	"standard" text NOT NULL,
	"edition" text NOT NULL,
	"title" text NOT NULL,
	"items" jsonb NOT NULL,
	"problems" jsonb NOT NULL,
	"file_count" integer NOT NULL,
	"inflated" bigint NOT NULL,
	"restart" boolean DEFAULT false NOT NULL,
	"allow_popups" boolean DEFAULT false NOT NULL,
	"allow_downloads" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "packages_company_id_media_id_pk" PRIMARY KEY("company_id","media_id"),
	CONSTRAINT "packages_number" UNIQUE("company_id","material_id","number"),
	CONSTRAINT "packages_standard" CHECK (standard in ('1.2', '2004'))
);
--> statement-breakpoint
ALTER TABLE "package_files" ADD CONSTRAINT "package_files_package" FOREIGN KEY ("company_id","media_id") REFERENCES "public"."packages"("company_id","media_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_interactions" ADD CONSTRAINT "package_interactions_try" FOREIGN KEY ("company_id","try_id") REFERENCES "public"."package_tries"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_tries" ADD CONSTRAINT "package_tries_material_fk" FOREIGN KEY ("company_id","material_id") REFERENCES "public"."materials"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_tries" ADD CONSTRAINT "package_tries_package" FOREIGN KEY ("company_id","package_id") REFERENCES "public"."packages"("company_id","media_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_tries" ADD CONSTRAINT "package_tries_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_material" FOREIGN KEY ("company_id","material_id") REFERENCES "public"."materials"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "package_tries_material" ON "package_tries" USING btree ("company_id","material_id","user_id");--> statement-breakpoint
-- By hand: the company stays when the version goes.
alter table package_tries drop constraint package_tries_package;--> statement-breakpoint
alter table package_tries add constraint package_tries_package foreign key (company_id, package_id)
  references packages (company_id, media_id) on delete set null (package_id);--> statement-breakpoint
alter table packages enable row level security, force row level security;--> statement-breakpoint
alter table package_files enable row level security, force row level security;--> statement-breakpoint
alter table package_tries enable row level security, force row level security;--> statement-breakpoint
alter table package_interactions enable row level security, force row level security;
