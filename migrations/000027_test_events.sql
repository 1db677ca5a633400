-- Test events of a website may go to another URL, and be signed with another secret, than live ones. NULL: as live ones. A program that
-- does not know these columns would send test events with the live secret, so none runs beside this one.
ALTER TABLE websites ADD COLUMN test_callback_url TEXT;

ALTER TABLE websites ADD COLUMN test_webhook_secret_sealed TEXT;

-- A rolled secret of test events that signs from a later moment on.
ALTER TABLE websites ADD COLUMN next_test_webhook_secret_sealed TEXT;

ALTER TABLE websites ADD COLUMN next_test_webhook_secret_from_us BIGINT;
