import { type Ability, isAllowed, type Role } from '../core/roles.ts';
import { type Html, html } from '../platform/html/html.ts';
import { FRAME_TEXTS } from '../platform/messages/frame/frame-messages.ts';
import { type ConsoleContext, hrefOf } from './console-context.ts';

type FrameText = keyof (typeof FRAME_TEXTS)['en'];

/** An entry of the menu. */
interface MenuEntry {
  /** Below `/console`. */
  readonly path: string;
  readonly ability: Ability;
  readonly text: FrameText;
}

/** The entries in the order of the menu, in groups with headings. */
const MENU: readonly { readonly title?: FrameText; readonly entries: readonly MenuEntry[] }[] = [
  { entries: [{ path: '', ability: 'overview.read', text: 'overview' }] },
  {
    title: 'sales',
    entries: [
      { path: '/payments', ability: 'payments.read', text: 'payments' },
      { path: '/refunds', ability: 'refunds.read', text: 'refunds' },
      { path: '/disputes', ability: 'refunds.read', text: 'disputes' },
      { path: '/links', ability: 'links.read', text: 'links' },
      { path: '/checkout', ability: 'checkout.read', text: 'checkout' },
      { path: '/recurring', ability: 'recurring.read', text: 'recurring' },
    ],
  },
  {
    title: 'accounting',
    entries: [
      { path: '/statements', ability: 'statements.read', text: 'statements' },
      { path: '/payouts', ability: 'payouts.read', text: 'payouts' },
      { path: '/discrepancies', ability: 'discrepancies.read', text: 'discrepancies' },
      { path: '/reconcile', ability: 'reconcile.read', text: 'reconcile' },
      { path: '/rates', ability: 'rates.read', text: 'rates' },
      { path: '/exports', ability: 'exports', text: 'exports' },
    ],
  },
  {
    title: 'integration',
    entries: [
      { path: '/websites', ability: 'websites.read', text: 'websites' },
      { path: '/webhooks', ability: 'deliveries.read', text: 'webhooks' },
    ],
  },
  {
    title: 'administration',
    entries: [
      { path: '/people', ability: 'team.read', text: 'people' },
      { path: '/audit', ability: 'audit.read', text: 'audit' },
      { path: '/system', ability: 'system.read', text: 'system' },
    ],
  },
];

/** The groups with the entries for a role: no entry leads to a 404. `paths` has the paths that exist. */
function menuFor(role: Role, paths: ReadonlySet<string>) {
  return MENU.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ path, ability }) => paths.has(path) && isAllowed(role, ability)),
  })).filter(({ entries }) => entries.length > 0);
}

/**
 * The menu, before the page's content. On a phone it is shown when the header's link leads to it, which works without a script; elsewhere it
 * is at the side.
 */
export function menuView(context: ConsoleContext, paths: ReadonlySet<string>, place: string | undefined): Html | '' {
  const { who, language, formToken } = context;
  if (!who) return '';
  const texts = FRAME_TEXTS[language];
  const current = (path: string) => (path === place ? html` aria-current="page"` : '');
  const groups = menuFor(who.user.role, paths).map(({ title, entries }) => {
    const items = entries.map(
      ({ path, text }) => html`<li><a href="${hrefOf(context, path)}"${current(path)}>${texts[text]}</a></li>`,
    );
    return title === undefined
      ? html`<ul>${items}</ul>`
      : html`<p id="menu-${title}">${texts[title]}</p><ul aria-labelledby="menu-${title}">${items}</ul>`;
  });
  return html`<nav class="menu" id="menu" aria-label="${texts.menu}">
<a class="close" href="#content">${texts.closeMenu}</a>${groups}
<div class="me">
<a href="${hrefOf(context, '/account')}"${current('/account')}><bdi>${who.user.name ?? who.user.email}</bdi><span>${texts.account}</span></a>
<form method="post" action="${hrefOf(context, '/sign-out')}"><input type="hidden" name="form_token" value="${formToken}"><button class="quiet">${texts.signOut}</button></form>
</div>
</nav>`;
}
