/**
 * The scopes that a key may be limited to. `read`: everything that only reads payments, links and refunds, including verification with
 * the provider. `create`: creating payments and links, and completing or failing test payments. `refund`: requesting refunds.
 * docs/contract.md says which endpoint needs which.
 */
export const KEY_SCOPES = ['read', 'create', 'refund'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The scope that an endpoint needs, or `any` for every key. */
export type NeededScope = KeyScope | 'any';
