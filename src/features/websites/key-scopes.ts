/**
 * The scopes that a key may be limited to. `read`: everything that only reads payments, including verification with the provider.
 * `create`: creating payments, and completing or failing test payments. docs/contract.md says which endpoint needs which.
 */
export const KEY_SCOPES = ['read', 'create'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What an endpoint needs: a scope, any key, or a key without a limit, as for everything that moves money out. */
export type NeededScope = KeyScope | 'refund' | 'any';
