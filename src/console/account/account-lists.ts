import type { Session } from '../../features/users/store/sessions.ts';
import type { UserFactor } from '../../features/users/store/user-factors.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { ACCOUNT_TEXTS } from '../../platform/messages/account/account-messages.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { actionView } from '../views/form.ts';
import { timeView } from '../views/parts.ts';
import { tableView } from '../views/table.ts';

/**
 * Browsers by the tokens in their user agents. The first match wins, because most user agents also contain the tokens of browsers that
 * are listed later.
 */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera|OPiOS)\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/.*Safari\//],
  ['curl', /^curl\//],
];

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** The user's factors and the number of unused recovery codes, with what can be changed. */
export function factorList(context: SignedInContext, factors: readonly UserFactor[], codes: number): Html {
  const { language } = context;
  const texts = ACCOUNT_TEXTS[language];
  const table = tableView(factors, {
    caption: texts.factors,
    empty: html`<p>${texts.factorsNone}</p>`,
    columns: [
      { label: texts.factorName, cell: ({ name }) => html`<bdi>${name}</bdi>` },
      { label: texts.kind, cell: ({ kind }) => html`${texts[kind]}` },
      { label: texts.added, cell: ({ createdAtUs }) => timeView(createdAtUs, language) },
      {
        label: texts.lastUsed,
        cell: ({ lastUsedAtUs }) => (lastUsedAtUs === null ? html`${texts.never}` : timeView(lastUsedAtUs, language)),
      },
      {
        label: texts.actions,
        cell: ({ id, name }) =>
          html`<a class="button danger" href="${hrefOf(context, '/account/factors/remove', { id })}">${texts.remove}<span class="hidden"> ${name}</span></a>`,
      },
    ],
  });
  const add = html`<p class="row"><a class="${factors.length > 0 ? 'button quiet' : 'button'}" href="${hrefOf(context, '/account/factors')}">${factors.length > 0 ? texts.anotherFactor : texts.addFactor}</a></p>`;
  if (factors.length === 0) return html`${table}${add}`;
  const renew = actionView(context, { action: '/account/recovery-codes', submit: texts.codesNew });
  return html`${table}${add}
<div class="sheet row"><span>${texts.codes}${TEXTS[language].colon} ${texts.codesLeft({ count: codes })}</span> ${renew}</div>`;
}

/** The user's sessions, with buttons that end them. */
export function sessionList(context: SignedInContext, sessions: readonly Session[]): Html {
  const { language, who } = context;
  const texts = ACCOUNT_TEXTS[language];
  const table = tableView(sessions, {
    caption: texts.sessions,
    empty: '',
    columns: [
      {
        label: texts.browser,
        cell: ({ userAgent }) => html`<span title="${userAgent ?? ''}">${browserText(userAgent, language)}</span>`,
      },
      { label: texts.address, cell: ({ address }) => html`${address ?? '–'}` },
      { label: texts.since, cell: ({ createdAtUs }) => timeView(createdAtUs, language) },
      { label: texts.seen, cell: ({ lastSeenAtUs }) => timeView(lastSeenAtUs, language) },
      {
        label: texts.actions,
        cell: ({ id, userAgent, address }) =>
          id === who.session.id
            ? html`<span class="badge good">${texts.thisSession}</span>`
            : actionView(context, {
                action: '/account/sessions/end',
                submit: texts.end,
                hidden: { id },
                about: `${browserText(userAgent, language)}, ${address ?? '–'}`,
              }),
      },
    ],
  });
  const others =
    sessions.length > 1 ? actionView(context, { action: '/account/sessions/end-others', submit: texts.endOthers }) : '';
  return html`${table}${others}`;
}

/** `Firefox on Android`, or the part of it that the user agent shows. */
function browserText(userAgent: string | null, language: Language): string {
  const texts = ACCOUNT_TEXTS[language];
  const { browser = texts.unknownBrowser, system } = browserName(userAgent);
  return system === undefined ? browser : texts.browserOn({ browser, system });
}

/** The browser and operating system that a session's user agent names; each is undefined when it is not a well-known one. */
function browserName(userAgent: string | null): { browser: string | undefined; system: string | undefined } {
  const nameIn = (known: typeof BROWSERS) => known.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}
