/**
 * What a key may be limited to. `read`: everything that only tells of payments, asking the provider included. `create`: making payments,
 * and ending test payments. docs/contract.md says which endpoint takes which.
 */
export const KEY_SCOPES = ['read', 'create'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
