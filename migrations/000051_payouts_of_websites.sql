-- The list of payouts by website: those with a line that was matched with a payment or refund of the website.
-- compatible with: 000042

CREATE INDEX payout_lines_website ON payout_lines (website_id, payout_id) WHERE website_id IS NOT NULL;
