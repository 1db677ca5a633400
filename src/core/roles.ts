/** The side of a user: operators, who run the gateway, or merchants, who see only their own websites. */
export type Side = 'operator' | 'merchant';

const SIDES = {
  owner: 'operator',
  operator: 'operator',
  support: 'operator',
  auditor: 'operator',
  merchant_owner: 'merchant',
  merchant_developer: 'merchant',
  merchant_viewer: 'merchant',
} as const satisfies Record<string, Side>;

/** Every user has one. */
export type Role = keyof typeof SIDES;

/** Every role: operators first, and the most powerful first on each side. */
export const ROLES = Object.keys(SIDES) as Role[];

/** A permission. */
interface Grant {
  /** The roles that have it. */
  readonly roles: readonly Role[];
  /** The permission changes something, so it requires two-factor authentication. */
  readonly changes?: true;
  /** The user must have confirmed a factor within the last five minutes. */
  readonly stepUp?: true;
}

const SENIOR_STAFF: readonly Role[] = ['owner', 'operator'];
const STAFF: readonly Role[] = [...SENIOR_STAFF, 'support'];
const OPERATORS: readonly Role[] = [...STAFF, 'auditor'];
const DEVELOPERS: readonly Role[] = ['merchant_owner', 'merchant_developer'];

/**
 * Every permission, and the roles that have it. Routes, menus and verbs use this table only. Merchants' users have
 * their permissions only for their own websites.
 */
const ABILITIES = {
  'overview.read': { roles: ROLES },
  /** Dismissing items that need attention, for all users of the same side. */
  'overview.dismiss': { roles: [...STAFF, ...DEVELOPERS], changes: true },

  'payments.read': { roles: ROLES },
  'payments.verify': { roles: STAFF, changes: true },
  'payments.note': { roles: STAFF, changes: true },
  /** Sending a receipt by e-mail, to any address. */
  'payments.receipt': { roles: [...STAFF, 'merchant_owner'], changes: true },
  /** Creating test payments, and completing or failing them. */
  'payments.test': { roles: [...SENIOR_STAFF, ...DEVELOPERS], changes: true },

  'links.read': { roles: ROLES },
  'links.create.test': { roles: [...SENIOR_STAFF, ...DEVELOPERS], changes: true },
  'links.create.live': { roles: [...SENIOR_STAFF, 'merchant_owner'], changes: true },
  'links.deactivate.test': { roles: [...SENIOR_STAFF, ...DEVELOPERS], changes: true },
  'links.deactivate.live': { roles: [...SENIOR_STAFF, 'merchant_owner'], changes: true },

  'checkout.read': { roles: ROLES },
  'checkout.cancel.test': { roles: [...SENIOR_STAFF, ...DEVELOPERS], changes: true },
  'checkout.cancel.live': { roles: [...SENIOR_STAFF, 'merchant_owner'], changes: true },

  /** Requests and responses; a cashier does not need them. */
  'deliveries.read': { roles: [...OPERATORS, ...DEVELOPERS] },
  'deliveries.resend': { roles: [...STAFF, ...DEVELOPERS], changes: true },

  'websites.read': { roles: ROLES },
  'websites.create': { roles: SENIOR_STAFF, changes: true },
  /** Name, logo, colour, contact, return URL, receipts. */
  'websites.update': { roles: [...SENIOR_STAFF, 'merchant_owner'], changes: true },
  'websites.callback': { roles: [...SENIOR_STAFF, 'merchant_owner'], changes: true, stepUp: true },
  'websites.test_event': { roles: [...STAFF, ...DEVELOPERS], changes: true },
  'websites.methods': { roles: SENIOR_STAFF, changes: true },
  'websites.limit': { roles: SENIOR_STAFF, changes: true },
  'websites.approve_card': { roles: SENIOR_STAFF, changes: true, stepUp: true },
  /** Deactivating and activating a website, which affects all its keys. */
  'websites.activate': { roles: SENIOR_STAFF, changes: true },
  'secrets.roll': { roles: [...SENIOR_STAFF, 'merchant_owner'], changes: true, stepUp: true },

  'keys.read': { roles: [...OPERATORS, ...DEVELOPERS] },
  'keys.create.test': { roles: [...SENIOR_STAFF, ...DEVELOPERS], changes: true, stepUp: true },
  'keys.create.live': { roles: [...SENIOR_STAFF, 'merchant_owner'], changes: true, stepUp: true },
  /** A key's name, expiry, addresses and scopes; deactivating or activating the key. */
  'keys.change.test': { roles: [...SENIOR_STAFF, ...DEVELOPERS], changes: true, stepUp: true },
  'keys.change.live': { roles: [...SENIOR_STAFF, 'merchant_owner'], changes: true, stepUp: true },
  'keys.roll.test': { roles: [...SENIOR_STAFF, ...DEVELOPERS], changes: true, stepUp: true },
  'keys.roll.live': { roles: [...SENIOR_STAFF, 'merchant_owner'], changes: true, stepUp: true },

  'recurring.read': { roles: ROLES },
  'recurring.pause': { roles: [...SENIOR_STAFF, 'merchant_owner'], changes: true },
  'recurring.end': { roles: [...SENIOR_STAFF, 'merchant_owner'], changes: true },

  'refunds.read': { roles: ROLES },
  /** Requesting a refund: a live one then waits for an approval. */
  'refunds.request': { roles: [...STAFF, 'merchant_owner'], changes: true },
  /** Approving and rejecting refunds, and recording that one was paid by hand. */
  'refunds.approve': { roles: SENIOR_STAFF, changes: true, stepUp: true },

  'statements.read': { roles: ROLES },

  /** A statement of a provider is about the payments of many merchants, so only the operator's users see payouts. */
  'payouts.read': { roles: OPERATORS },
  /** Recording, importing, matching, settling lines, and reversing. */
  'payouts.record': { roles: SENIOR_STAFF, changes: true },
  'payouts.export': { roles: [...SENIOR_STAFF, 'auditor'] },
  'fees.read': { roles: ROLES },
  /** Fee rules decide what the ledger says that providers owe, so a merchant's owner cannot set them. */
  'fees.set': { roles: SENIOR_STAFF, changes: true },

  /** A merchant's users read the discrepancies of their payments, without the operator's notes. */
  'discrepancies.read': { roles: ROLES },
  'discrepancies.settle': { roles: SENIOR_STAFF, changes: true },
  'discrepancies.export': { roles: [...SENIOR_STAFF, 'auditor'] },
  'rates.read': { roles: OPERATORS },
  'rates.set': { roles: SENIOR_STAFF, changes: true, stepUp: true },
  'reconcile.read': { roles: OPERATORS },
  'reconcile.run': { roles: SENIOR_STAFF, changes: true },
  'system.read': { roles: [...SENIOR_STAFF, 'auditor'] },

  /** Exports of lists. */
  exports: { roles: ['owner', 'operator', 'auditor', 'merchant_owner'] },
  'audit.read': { roles: ['owner', 'operator', 'auditor'] },

  /** A merchant's users: managed by the merchant's owners and by the operator, and readable for auditors as well. */
  'team.read': { roles: [...SENIOR_STAFF, 'auditor', 'merchant_owner'] },
  'team.manage': { roles: [...SENIOR_STAFF, 'merchant_owner'], changes: true, stepUp: true },
  /** All users, operators included. */
  'users.read': { roles: ['owner', 'auditor'] },
  'users.manage': { roles: ['owner'], changes: true, stepUp: true },
} as const satisfies Record<string, Grant>;

/** A permission of the console, such as `payments.read`. */
export type Ability = keyof typeof ABILITIES;

/** Every permission, in the order of the table. */
export const ABILITY_NAMES = Object.keys(ABILITIES) as Ability[];

/** Whether a text is a role. */
export function isRole(text: string): text is Role {
  return Object.hasOwn(SIDES, text);
}

/** The side of a role. */
export function sideOf(role: Role): Side {
  return SIDES[role];
}

/** Whether a role has a permission. Merchants' users have it only for their own websites. */
export function isAllowed(role: Role, ability: Ability): boolean {
  return grantOf(ability).roles.includes(role);
}

/** Whether a permission changes something, which requires a confirmed factor. */
export function changesSomething(ability: Ability): boolean {
  return grantOf(ability).changes ?? false;
}

/** Whether the user must have confirmed a factor within the last five minutes. */
export function needsStepUp(ability: Ability): boolean {
  return grantOf(ability).stepUp ?? false;
}

/** Whether this role may change anything: such users need two-factor authentication, and their sessions end when idle. */
export function mayChange(role: Role): boolean {
  return ABILITY_NAMES.some((ability) => changesSomething(ability) && isAllowed(role, ability));
}

/** The roles of the users that this role sees: merchants' users see only those of their websites. */
export function seenRoles(role: Role): Role[] {
  return ROLES.filter((each) => isAllowed(role, sideOf(each) === 'merchant' ? 'team.read' : 'users.read'));
}

/** The roles of the users that this role may invite, change and deactivate. */
export function managedRoles(role: Role): Role[] {
  return ROLES.filter((each) => isAllowed(role, sideOf(each) === 'merchant' ? 'team.manage' : 'users.manage'));
}

function grantOf(ability: Ability): Grant {
  return ABILITIES[ability];
}
