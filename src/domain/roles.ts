/** Whose people they are: those who run the gateway, or a merchant's, who see nothing but their websites. */
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

/** A user has one. */
export type Role = keyof typeof SIDES;

/** Every role, those of operators first, those who may do the most first. */
export const ROLES = Object.keys(SIDES) as Role[];

/** What somebody may do. */
interface Grant {
  /** Who may. */
  readonly roles: readonly Role[];
  /** It changes something: whoever may do it needs a second factor. */
  readonly changes?: true;
  /** The second factor must have been shown within the last five minutes. */
  readonly stepUp?: true;
}

const CHIEFS: readonly Role[] = ['owner', 'operator'];
const STAFF: readonly Role[] = [...CHIEFS, 'support'];
const OPERATORS: readonly Role[] = [...STAFF, 'auditor'];
const DEVELOPERS: readonly Role[] = ['merchant_owner', 'merchant_developer'];
const EVERYBODY = ROLES;

/**
 * Every ability, and who has it: the one table that routes, menus and verbs go by. A merchant's people have theirs for their own
 * websites alone.
 */
const ABILITIES = {
  'overview.read': { roles: EVERYBODY },

  'payments.read': { roles: EVERYBODY },
  'payments.verify': { roles: STAFF, changes: true },
  'payments.note': { roles: STAFF, changes: true },
  /** Making test payments, and ending them. */
  'payments.test': { roles: [...CHIEFS, ...DEVELOPERS], changes: true },

  'links.read': { roles: EVERYBODY },
  'links.create.test': { roles: [...CHIEFS, ...DEVELOPERS], changes: true },
  'links.create.live': { roles: [...CHIEFS, 'merchant_owner'], changes: true },
  'links.deactivate.test': { roles: [...CHIEFS, ...DEVELOPERS], changes: true },
  'links.deactivate.live': { roles: [...CHIEFS, 'merchant_owner'], changes: true },

  'deliveries.read': { roles: EVERYBODY },
  'deliveries.resend': { roles: [...STAFF, ...DEVELOPERS], changes: true },

  'websites.read': { roles: EVERYBODY },
  'websites.create': { roles: CHIEFS, changes: true },
  /** Name, logo, colour, contact, return URL, receipts. */
  'websites.update': { roles: [...CHIEFS, 'merchant_owner'], changes: true },
  'websites.callback': { roles: [...CHIEFS, 'merchant_owner'], changes: true, stepUp: true },
  'websites.test_event': { roles: [...STAFF, ...DEVELOPERS], changes: true },
  'websites.methods': { roles: CHIEFS, changes: true },
  'websites.approve_card': { roles: CHIEFS, changes: true, stepUp: true },
  /** Switching all keys of a website off and on. */
  'websites.activate': { roles: CHIEFS, changes: true },
  'secrets.roll': { roles: [...CHIEFS, 'merchant_owner'], changes: true, stepUp: true },

  'keys.read': { roles: [...OPERATORS, ...DEVELOPERS] },
  'keys.create.test': { roles: [...CHIEFS, ...DEVELOPERS], changes: true, stepUp: true },
  'keys.create.live': { roles: [...CHIEFS, 'merchant_owner'], changes: true, stepUp: true },
  /** Name, expiry, addresses, scopes, and switching it off and on. */
  'keys.change.test': { roles: [...CHIEFS, ...DEVELOPERS], changes: true, stepUp: true },
  'keys.change.live': { roles: [...CHIEFS, 'merchant_owner'], changes: true, stepUp: true },
  'keys.roll.test': { roles: [...CHIEFS, ...DEVELOPERS], changes: true, stepUp: true },
  'keys.roll.live': { roles: [...CHIEFS, 'merchant_owner'], changes: true, stepUp: true },

  'recurring.read': { roles: EVERYBODY },
  'recurring.pause': { roles: [...CHIEFS, 'merchant_owner'], changes: true },
  'recurring.end': { roles: [...CHIEFS, 'merchant_owner'], changes: true },

  'discrepancies.read': { roles: OPERATORS },
  'discrepancies.settle': { roles: CHIEFS, changes: true },
  'discrepancies.export': { roles: [...CHIEFS, 'auditor'] },
  'rates.read': { roles: OPERATORS },
  'rates.set': { roles: CHIEFS, changes: true, stepUp: true },
  'reconcile.read': { roles: OPERATORS },
  'reconcile.run': { roles: CHIEFS, changes: true },
  'system.read': { roles: [...CHIEFS, 'auditor'] },

  /** Lists as files. */
  exports: { roles: ['owner', 'operator', 'auditor', 'merchant_owner'] },
  'audit.read': { roles: ['owner', 'operator', 'auditor'] },

  /** A merchant's people: by themselves, and by the operator. */
  'team.read': { roles: [...CHIEFS, 'auditor', 'merchant_owner'] },
  'team.manage': { roles: [...CHIEFS, 'merchant_owner'], changes: true, stepUp: true },
  /** Everybody, the operator's people with them. */
  'users.read': { roles: ['owner', 'auditor'] },
  'users.manage': { roles: ['owner'], changes: true, stepUp: true },
} as const satisfies Record<string, Grant>;

/** What somebody may do in the console, such as `payments.read`. */
export type Ability = keyof typeof ABILITIES;

/** Every ability, in the order of the table. */
export const ABILITY_NAMES = Object.keys(ABILITIES) as Ability[];

/** Whether a text is a role. */
export function isRole(text: string): text is Role {
  return Object.hasOwn(SIDES, text);
}

/** Whose people those of a role are. */
export function sideOf(role: Role): Side {
  return SIDES[role];
}

/** Whether a role has an ability. A merchant's people have it for their own websites alone. */
export function isAllowed(role: Role, ability: Ability): boolean {
  return grantOf(ability).roles.includes(role);
}

/** Whether an ability changes something, which nobody may without having shown a second factor. */
export function changesSomething(ability: Ability): boolean {
  return grantOf(ability).changes ?? false;
}

/** Whether the second factor must have been shown a moment ago. */
export function needsStepUp(ability: Ability): boolean {
  return grantOf(ability).stepUp ?? false;
}

/** Whether somebody of this role may change anything: those need a second factor, and their sessions end when they are idle. */
export function mayChange(role: Role): boolean {
  return ABILITY_NAMES.some((ability) => changesSomething(ability) && isAllowed(role, ability));
}

/** The roles whose people somebody of this role sees: a merchant's people only those of their own websites. */
export function seenRoles(role: Role): Role[] {
  return ROLES.filter((each) => isAllowed(role, sideOf(each) === 'merchant' ? 'team.read' : 'users.read'));
}

/** The roles whose people somebody of this role may invite, change and deactivate. */
export function managedRoles(role: Role): Role[] {
  return ROLES.filter((each) => isAllowed(role, sideOf(each) === 'merchant' ? 'team.manage' : 'users.manage'));
}

function grantOf(ability: Ability): Grant {
  return ABILITIES[ability];
}
