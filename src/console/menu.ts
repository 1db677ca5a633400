import { type Ability, isAllowed, type Role } from '../core/roles.ts';
import type { FRAME_TEXTS } from '../platform/messages/frame/frame-messages.ts';

/** An entry of the menu. */
interface MenuEntry {
  /** Below `/console`. */
  readonly path: string;
  readonly ability: Ability;
  readonly text: keyof (typeof FRAME_TEXTS)['en'];
}

/** The entries in the order of the menu. */
const MENU: readonly MenuEntry[] = [
  { path: '', ability: 'overview.read', text: 'overview' },
  { path: '/payments', ability: 'payments.read', text: 'payments' },
  { path: '/links', ability: 'links.read', text: 'links' },
  { path: '/deliveries', ability: 'deliveries.read', text: 'deliveries' },
  { path: '/recurring', ability: 'recurring.read', text: 'recurring' },
  { path: '/websites', ability: 'websites.read', text: 'websites' },
  { path: '/discrepancies', ability: 'discrepancies.read', text: 'discrepancies' },
  { path: '/rates', ability: 'rates.read', text: 'rates' },
  { path: '/reconcile', ability: 'reconcile.read', text: 'reconcile' },
  { path: '/exports', ability: 'exports', text: 'exports' },
  { path: '/people', ability: 'team.read', text: 'people' },
  { path: '/audit', ability: 'audit.read', text: 'audit' },
  { path: '/system', ability: 'system.read', text: 'system' },
];

/** The menu entries for a role: no entry leads to a 404. `paths` has the paths that exist. */
export function menuFor(role: Role, paths: ReadonlySet<string>): readonly MenuEntry[] {
  return MENU.filter(({ path, ability }) => paths.has(path) && isAllowed(role, ability));
}
