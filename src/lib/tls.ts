/**
 * How every connection that we make is secured, whatever the environment says: certificates are checked, also with
 * NODE_TLS_REJECT_UNAUTHORIZED=0, and nothing older than TLS 1.2 is spoken, also with --tls-min-v1.0.
 */
export const CHECKED_TLS = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;
