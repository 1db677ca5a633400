-- An older program would take a pending refund from the provider's portal for one that it has to send: none may run from here on.

UPDATE refunds SET kind = 'external' WHERE kind = 'external' AND status = 'sent';
