/** The path of the merchant API. Contract: REQUEST-1. */
export const API_BASE = '/api/gateway/v1';
