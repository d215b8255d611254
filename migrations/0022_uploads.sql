CREATE TABLE "uploads" (
	"company_id" integer NOT NULL,
	"media_id" integer NOT NULL,
	"material_id" integer NOT NULL,
	"kind" text NOT NULL,
	"language" text,
	CONSTRAINT "uploads_company_id_media_id_pk" PRIMARY KEY("company_id","media_id")
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_material_fk" FOREIGN KEY ("company_id","material_id") REFERENCES "public"."materials"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_material" ON "uploads" USING btree ("company_id","material_id");
--> statement-breakpoint
select secure_tenant_table('uploads');
grant select on uploads to osnova_worker;
