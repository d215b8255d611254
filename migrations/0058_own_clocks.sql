ALTER TABLE "notification_settings" ALTER COLUMN "time_zone" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "notification_settings" ALTER COLUMN "time_zone" DROP NOT NULL;