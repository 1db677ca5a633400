/** The path of the merchant API. Contract: REQUEST-1. */
export const API_BASE = '/api/gateway/v1';

/** The path of the API of payment links: beside the merchant API, which stays as it is specified. */
export const LINKS_BASE = '/api/links/v1';
