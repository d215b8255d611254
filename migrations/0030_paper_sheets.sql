CREATE TABLE "paper_sheets" (
	"company_id" integer NOT NULL,
	"attempt_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"run_id" integer NOT NULL,
	"variant" integer NOT NULL,
	"user_id" integer NOT NULL,
	"sat_on" date NOT NULL,
	"author_id" integer NOT NULL,
	"typed_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" integer,
	CONSTRAINT "paper_sheets_company_id_attempt_id_pk" PRIMARY KEY("company_id","attempt_id")
);
--> statement-breakpoint
ALTER TABLE "paper_sheets" ADD CONSTRAINT "paper_sheets_attempt" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_sheets" ADD CONSTRAINT "paper_sheets_run_fk" FOREIGN KEY ("company_id","run_id") REFERENCES "public"."print_runs"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_sheets" ADD CONSTRAINT "paper_sheets_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "paper_sheets_run" ON "paper_sheets" USING btree ("company_id","run_id","user_id");--> statement-breakpoint
alter table paper_sheets enable row level security, force row level security;
