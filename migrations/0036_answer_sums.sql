CREATE TABLE "answer_sums" (
	"company_id" integer NOT NULL,
	"grading_id" integer NOT NULL,
	"form_version_id" integer NOT NULL,
	"sums" numeric NOT NULL,
	CONSTRAINT "answer_sums_company_id_grading_id_pk" PRIMARY KEY("company_id","grading_id")
);
--> statement-breakpoint
ALTER TABLE "answer_sums" ADD CONSTRAINT "answer_sums_grading" FOREIGN KEY ("company_id","grading_id") REFERENCES "public"."gradings"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_sums_version" ON "answer_sums" USING btree ("company_id","form_version_id","grading_id");--> statement-breakpoint
alter table answer_sums enable row level security, force row level security;
