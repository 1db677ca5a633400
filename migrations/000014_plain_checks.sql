-- The embedded store builds a table of a list of three or more for every row that it holds against the list: a fifth of what
-- inserting a payment costs. The same rules without lists; NULL satisfies them as before. PostgreSQL keeps its own, which it
-- compares directly.
-- compatible with: 000010
-- rewrites the text of the embedded schema

UPDATE sqlite_schema SET sql = REPLACE(REPLACE(REPLACE(sql,
    'CHECK (method IN (''moncash'', ''natcash'', ''lakaypay_card'', ''card''))',
    'CHECK (method = ''moncash'' OR method = ''natcash'' OR method = ''lakaypay_card'' OR method = ''card'')'),
    'CHECK (status IN (''pending'', ''processing'', ''completed'', ''failed''))',
    'CHECK (status = ''pending'' OR status = ''processing'' OR status = ''completed'' OR status = ''failed'')'),
    'CHECK (recurring_interval IN (''daily'', ''weekly'', ''monthly'', ''yearly''))',
    'CHECK (recurring_interval = ''daily'' OR recurring_interval = ''weekly'' OR recurring_interval = ''monthly'' OR recurring_interval = ''yearly'')')
  WHERE type = 'table' AND name = 'payments';

UPDATE sqlite_schema SET sql = REPLACE(sql,
    'CHECK (status IN (''pending'', ''delivered'', ''refused'', ''exhausted''))',
    'CHECK (status = ''pending'' OR status = ''delivered'' OR status = ''refused'' OR status = ''exhausted'')')
  WHERE type = 'table' AND name = 'deliveries';
