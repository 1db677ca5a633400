-- A key can be limited to any of three scopes, separated by commas in this order; NULL is all of them, as before. A program that knows only one
-- scope of a key takes a list for a scope that no request needs: it refuses such a key.
-- compatible with: 000028
-- rewrites the text of the embedded schema

UPDATE sqlite_schema SET sql = REPLACE(sql,
    'CHECK (scope = ''read'' OR scope = ''create'')',
    'CHECK (scope = ''read'' OR scope = ''create'' OR scope = ''refund'' OR scope = ''read,create'' OR scope = ''read,refund'' OR scope = ''create,refund'')')
  WHERE type = 'table' AND name = 'api_keys';

ALTER TABLE api_keys DROP CONSTRAINT api_keys_scope_check;

ALTER TABLE api_keys ADD CONSTRAINT api_keys_scope_check
  CHECK (scope = 'read' OR scope = 'create' OR scope = 'refund' OR scope = 'read,create' OR scope = 'read,refund' OR scope = 'create,refund');
