CREATE TABLE "dispatch_learners" (
	"company_id" integer NOT NULL,
	"dispatch_id" integer NOT NULL,
	"learner_id" text NOT NULL,
	"user_id" integer NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dispatch_learners_company_id_dispatch_id_learner_id_pk" PRIMARY KEY("company_id","dispatch_id","learner_id"),
	CONSTRAINT "dispatch_learners_id" CHECK (char_length(learner_id) between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "dispatches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dispatches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	"name" text NOT NULL,
	"standard" text NOT NULL,
	"max_people" integer,
	"ends_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"downloaded_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	CONSTRAINT "dispatches_tenant" UNIQUE("company_id","id"),
	CONSTRAINT "dispatches_standard" CHECK (standard in ('1.2', '2004')),
	CONSTRAINT "dispatches_max_people" CHECK (max_people > 0)
);
--> statement-breakpoint
ALTER TABLE "dispatch_learners" ADD CONSTRAINT "dispatch_learners_dispatch" FOREIGN KEY ("company_id","dispatch_id") REFERENCES "public"."dispatches"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispatch_learners" ADD CONSTRAINT "dispatch_learners_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "dispatches" ADD CONSTRAINT "dispatches_course_fk" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispatches" ADD CONSTRAINT "dispatches_group" FOREIGN KEY ("company_id","group_id") REFERENCES "public"."study_groups"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispatch_learners_user" ON "dispatch_learners" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "dispatches_course" ON "dispatches" USING btree ("company_id","course_id");--> statement-breakpoint
ALTER TABLE "dispatches" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "dispatch_learners" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
