import { type Ability, isAllowed, type Role } from '../core/roles.ts';
import { isHalf } from '../features/users/session-rules.ts';
import { FAVICON, PEYE_MARK } from '../http/peye-mark.ts';
import { type Html, html } from '../platform/html/html.ts';
import { TEXTS } from '../platform/messages/customer/customer-messages.ts';
import { FRAME_TEXTS } from '../platform/messages/frame/frame-messages.ts';
import { LANGUAGES } from '../platform/messages/language.ts';
import type { ConsoleAssets } from './console-assets.ts';
import { type ConsoleContext, hrefOf, ownPath } from './console-context.ts';
import { CONSOLE_PATH } from './console-path.ts';
import type { ConsolePage } from './send-console-page.ts';

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
function menuFor(role: Role, paths: ReadonlySet<string>): readonly MenuEntry[] {
  return MENU.filter(({ path, ability }) => paths.has(path) && isAllowed(role, ability));
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
  { title, content, place, isAlone = false }: ConsolePage,
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
${hasMenu ? html`<a class="to-menu" href="#menu">${texts.menu}</a>` : ''}
</header>
<div class="${hasMenu ? 'columns' : 'column'}">
<main id="content" tabindex="-1">
<h1>${title}</h1>
${content}
</main>
${hasMenu ? menu(context, parts.paths, place) : ''}
</div>
${foot(context)}
</body>
</html>
`;
}

/** On a phone the menu is below the page, and a link leads to it; elsewhere it is at the side. */
function menu(context: ConsoleContext, paths: ReadonlySet<string>, place: string | undefined): Html | '' {
  const { who, language, formToken } = context;
  if (!who) return '';
  const texts = FRAME_TEXTS[language];
  const entries = menuFor(who.user.role, paths).map(({ path, text }) => {
    const current = path === place ? html` aria-current="page"` : '';
    return html`<li><a href="${hrefOf(context, path)}"${current}>${texts[text]}</a></li>`;
  });
  return html`<nav class="menu" id="menu" aria-label="${texts.menu}">
<ul>${entries}</ul>
<div class="me">
<a href="${hrefOf(context, '/account')}"${place === '/account' ? html` aria-current="page"` : ''}><bdi>${who.user.name ?? who.user.email}</bdi><span>${texts.account}</span></a>
<form method="post" action="${hrefOf(context, '/sign-out')}"><input type="hidden" name="form_token" value="${formToken}"><button class="quiet">${texts.signOut}</button></form>
</div>
</nav>`;
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
  return html`<footer>${languages}<p>${texts.zone} <a href="${base.slice(0, -CONSOLE_PATH.length)}/docs">${texts.docs}</a></p></footer>`;
}

function languageHref(context: ConsoleContext, language: string): string {
  const [path = '', search] = ownPath(context).split('?', 2);
  const query = new URLSearchParams(search);
  query.set('lang', language);
  return `${context.base}${path}?${query}`;
}
