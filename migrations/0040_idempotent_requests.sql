ALTER TABLE "idempotency_keys" ADD COLUMN "request" text;
