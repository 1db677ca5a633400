/**
 * The TLS options of every outgoing connection, whatever the environment says: certificates are checked, even with
 * NODE_TLS_REJECT_UNAUTHORIZED=0, and TLS older than 1.2 is refused, even with --tls-min-v1.0.
 */
export const CHECKED_TLS = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;
