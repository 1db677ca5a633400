/** Roles of users: their names and permissions. */
export const en = {
  name: {
    owner: 'Owner',
    operator: 'Operator',
    support: 'Support',
    auditor: 'Auditor',
    merchant_owner: 'Merchant: owner',
    merchant_developer: 'Merchant: developer',
    merchant_viewer: 'Merchant: viewer',
  },
  hint: {
    owner: 'Full access. Manages the team.',
    operator: 'Runs the gateway: payments, websites, keys, discrepancies and the users of merchants.',
    support: 'Views data, checks payments with the provider, resends webhooks and writes notes.',
    auditor: 'Views everything, including the audit log and exports. Changes nothing.',
    merchant_owner: 'Manages the merchant’s team and websites, including live keys, URLs and secrets.',
    merchant_developer: 'Manages test keys, webhooks and test payments of the merchant’s websites.',
    merchant_viewer: 'Views payments of the merchant’s websites. Changes nothing.',
  },
} as const;
