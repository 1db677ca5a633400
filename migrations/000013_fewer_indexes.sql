-- compatible with: 000010

-- What 000012 took the place of. Programs that know only these are slower from here on, and as right.
DROP INDEX payments_list_status;

DROP INDEX payments_list_method;

DROP INDEX deliveries_website;

DROP INDEX discrepancies_open;
