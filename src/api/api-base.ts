/** The path of the merchant API. SPEC: Versioning. */
export const API_BASE = '/api/gateway/v1';
