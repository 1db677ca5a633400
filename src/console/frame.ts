import { type Ability, isAllowed, type Role } from '../core/roles.ts';
import { isHalf } from '../features/users/session-rules.ts';
import { queryField } from '../http/form-fields.ts';
import { FAVICON, PEYE_MARK } from '../http/peye-mark.ts';
import { type Html, html } from '../platform/html/html.ts';
import { TEXTS } from '../platform/messages/customer/customer-messages.ts';
import { FRAME_TEXTS } from '../platform/messages/frame/frame-messages.ts';
import { LANGUAGES } from '../platform/messages/language.ts';
import { sessionWarning } from './account/session-warning.ts';
import type { ConsoleAssets } from './console-assets.ts';
import { type ConsoleContext, hrefOf, ownPath } from './console-context.ts';
import { CONSOLE_PATH } from './console-path.ts';
import { modeSwitch } from './mode.ts';
import type { ConsolePage } from './send-console-page.ts';

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
function menuView(context: ConsoleContext, paths: ReadonlySet<string>, place: string | undefined): Html | '' {
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

/** The parts of the frame around all pages. */
export interface FrameParts extends ConsoleAssets {
  /** The paths of all routes that exist. */
  readonly paths: ReadonlySet<string>;
}

/** A whole page: head, menu, content, footer. Every essential function works without a script. */
export function framePage(
  context: ConsoleContext,
  parts: FrameParts,
  { title, content, trail = '', place, mode, isAlone = false }: ConsolePage,
): Html {
  const { language, base } = context;
  const texts = FRAME_TEXTS[language];
  // A session that waits for two-factor authentication may not see anything yet.
  const hasMenu = context.who !== undefined && !isHalf(context.who) && !isAlone;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · Peye</title>
<link rel="icon" href="${FAVICON}">
<link rel="stylesheet" href="${parts.styleHref}">
<script src="${parts.scriptHref}" defer></script>
</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
<header class="top">
<a class="home" href="${base}">${PEYE_MARK}Peye <span>${texts.console}</span></a>
${hasMenu ? html`${modeSwitch(context, { mode, place })}<a class="to-menu" href="#menu">${texts.menu}</a>${findForm(context)}` : ''}
${mode === 'test' ? html`<p class="stripe">${texts.testStripe}</p>` : ''}
</header>
<div class="${hasMenu ? 'columns' : 'column'}">
${hasMenu ? menuView(context, parts.paths, place) : ''}
<main id="content" tabindex="-1">
${trail}<h1>${title}</h1>
${content}
</main>
</div>
${foot(context)}
<p id="copied" class="hidden" aria-live="polite" data-copy="${texts.copy}" data-copied="${texts.copied}"></p>
${hasMenu && context.who ? sessionWarning({ ...context, who: context.who }) : ''}
</body>
</html>
`;
}

/** Searches everything that the user may see. Enter submits it. */
function findForm(context: ConsoleContext): Html {
  const text = FRAME_TEXTS[context.language].find;
  const typed = ownPath(context).startsWith('/search?') ? queryField(context.request, 'q') : '';
  return html`<form class="goto" method="get" action="${hrefOf(context, '/search')}" role="search"><input type="search" name="q" value="${typed}" aria-label="${text}" placeholder="${text}" maxlength="255" aria-keyshortcuts="/ Control+K"></form>`;
}

function foot(context: ConsoleContext): Html {
  const { language, base, who } = context;
  const texts = FRAME_TEXTS[language];
  // A signed-in user has chosen a language in the account.
  const languages = who
    ? ''
    : html`<nav aria-label="${TEXTS[language].chooseLanguage}">${LANGUAGES.map(
        (each) =>
          html`<a href="${languageHref(context, each)}" lang="${each}" hreflang="${each}"${each === language ? html` aria-current="true"` : ''}>${TEXTS[each].languageName}</a> `,
      )}</nav>`;
  const gateway = base.slice(0, -CONSOLE_PATH.length);
  return html`<footer>${languages}<p>${texts.zone} <a href="${gateway}/docs">${texts.docs}</a> <a href="${gateway}/downloads">${texts.downloads}</a></p></footer>`;
}

function languageHref(context: ConsoleContext, language: string): string {
  const [path = '', search] = ownPath(context).split('?', 2);
  const query = new URLSearchParams(search);
  query.set('lang', language);
  return `${context.base}${path}?${query}`;
}
