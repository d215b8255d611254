CREATE TABLE "notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"material_id" integer NOT NULL,
	"kind" text NOT NULL,
	"at" integer DEFAULT 0 NOT NULL,
	"text" text NOT NULL,
	"edited_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notes_place" UNIQUE("company_id","user_id","material_id","kind","at"),
	CONSTRAINT "notes_kind" CHECK (kind in ('note', 'material', 'heading', 'page', 'second'))
);
--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_material" FOREIGN KEY ("company_id","material_id") REFERENCES "public"."materials"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
-- safe: an index over names alone, of some thousands of rows in a large company: made in well below a second
CREATE INDEX "materials_search" ON "materials" USING gin (search_text(name) gin_trgm_ops);
--> statement-breakpoint
alter table notes enable row level security, force row level security;
