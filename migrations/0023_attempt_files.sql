CREATE TABLE "attempt_files" (
	"company_id" integer NOT NULL,
	"media_id" integer NOT NULL,
	"attempt_id" integer NOT NULL,
	"question_id" integer NOT NULL,
	"kind" text NOT NULL,
	"settled" boolean DEFAULT false NOT NULL,
	CONSTRAINT "attempt_files_company_id_media_id_pk" PRIMARY KEY("company_id","media_id")
);
--> statement-breakpoint
ALTER TABLE "attempt_files" ADD CONSTRAINT "attempt_files_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_files" ADD CONSTRAINT "attempt_files_attempt_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempt_files_attempt" ON "attempt_files" USING btree ("company_id","attempt_id","question_id");--> statement-breakpoint
CREATE INDEX "attempt_files_unsettled" ON "attempt_files" USING btree ("media_id") WHERE not settled;
--> statement-breakpoint
alter table attempt_files enable row level security, force row level security;
