export const CHECKED_TLS = { rejectUnauthorized: true, minVersion: 'TLSv1.2' }         ;
