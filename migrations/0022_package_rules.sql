ALTER TABLE "package_tries" ADD COLUMN "sequencing" jsonb;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "sequencing" jsonb;--> statement-breakpoint
-- safe: the column is new, and null in every row
ALTER TABLE "package_tries" ADD CONSTRAINT "package_tries_sequencing" CHECK (octet_length(sequencing::text) <= 400000);