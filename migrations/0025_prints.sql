CREATE TABLE "print_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "print_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"form_version_id" integer NOT NULL,
	"variants" integer NOT NULL,
	"seed" uuid DEFAULT gen_random_uuid() NOT NULL,
	"drawn" jsonb,
	"author_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "print_runs_tenant" UNIQUE("company_id","id"),
	CONSTRAINT "print_runs_variants" CHECK (variants between 1 and 26)
);
--> statement-breakpoint
CREATE TABLE "printings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "printings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"run_id" integer,
	"variants" integer[] NOT NULL,
	"kind" text NOT NULL,
	"author_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "print_runs" ADD CONSTRAINT "print_runs_form_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_runs" ADD CONSTRAINT "print_runs_version_fk" FOREIGN KEY ("company_id","form_version_id") REFERENCES "public"."form_versions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "printings" ADD CONSTRAINT "printings_form_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "printings" ADD CONSTRAINT "printings_run_fk" FOREIGN KEY ("company_id","run_id") REFERENCES "public"."print_runs"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "print_runs_form" ON "print_runs" USING btree ("company_id","form_id","id");--> statement-breakpoint
CREATE INDEX "printings_form" ON "printings" USING btree ("company_id","form_id","id");--> statement-breakpoint
alter table print_runs enable row level security, force row level security;--> statement-breakpoint
alter table printings enable row level security, force row level security;
