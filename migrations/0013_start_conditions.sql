CREATE TABLE "access_codes" (
	"company_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"code" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "access_codes_pkey" PRIMARY KEY("company_id","form_id")
);
--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "opens_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "closes_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "at_close" text DEFAULT 'continue' NOT NULL;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "pause_minutes" integer;--> statement-breakpoint
ALTER TABLE "access_codes" ADD CONSTRAINT "access_codes_form" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
alter table access_codes enable row level security, force row level security;
