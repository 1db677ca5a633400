import { US_PER_DAY, US_PER_HOUR, US_PER_MINUTE } from '../../core/durations.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { around } from '../../platform/messages/catalogue.ts';
import type { Language } from '../../platform/messages/language.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { actionView } from '../views/form.ts';
import { timeView } from '../views/parts.ts';
import type { Need } from './need.ts';
import type { Needs } from './needs.ts';

/** The items that need attention, each with its age and last error, and folded below, those that a user dismissed. */
export function needsView(context: SignedInContext, { open, dismissed }: Needs): Html {
  const { language } = context;
  const texts = OVERVIEW_TEXTS[language];
  const mayDismiss = may(context, 'overview.dismiss');
  const lines = open.map((need) => {
    const path = need.item && mayDismiss ? dismissPath(need.item) : undefined;
    const dismiss = path
      ? html`<a href="${hrefOf(context, path, { kind: need.item?.kind })}">${texts.dismiss}<span class="hidden"> ${need.text}</span></a>`
      : '';
    return html`<li>${needView(context, need)}${dismiss}</li>`;
  });
  const list = html`<ul class="needs">${lines}</ul>`;
  if (dismissed.length === 0) return open.length === 0 ? html`<div class="empty"><p>${texts.nothing}</p></div>` : list;
  const folded = dismissed.map(({ need, by }) => {
    const [before, after] = around(texts.dismissedBy, 'name');
    const restore =
      need.item && mayDismiss
        ? actionView(context, {
            action: `/overview/websites/${need.item.websiteId}/restore`,
            submit: texts.restore,
            about: need.text,
            hidden: { kind: need.item.kind },
          })
        : '';
    return html`<li>${needView(context, need)}<p class="soft">${before}<bdi>${by.dismissedBy}</bdi>${after}, ${timeView(by.dismissedAtUs, language)}</p><p><bdi>${by.note}</bdi></p>${restore}</li>`;
  });
  return html`${open.length === 0 ? html`<p>${texts.noneOpen}</p>` : list}
<details><summary>${texts.dismissed({ count: dismissed.length })}</summary><ul class="needs">${folded}</ul></details>`;
}

/** The path of the page that dismisses an item. */
export function dismissPath({ websiteId }: { readonly websiteId: string }): string {
  return `/overview/websites/${websiteId}/dismiss`;
}

/** An item as a link to its list. */
export function needView({ deps, language }: SignedInContext, need: Need): Html {
  const { count, isMore, text, href, sinceUs, error } = need;
  const texts = OVERVIEW_TEXTS[language];
  const number = count === null ? '!' : isMore ? texts.atLeast({ count }) : String(count);
  const age = sinceUs === undefined ? '' : ageText(deps.clock() - sinceUs, language);
  const last = error ? html`${age && ' · '}${texts.lastError} <bdi>${error}</bdi>` : '';
  const more = age || last ? html`<span class="soft">${age}${last}</span>` : '';
  return html`<a href="${href}"><strong>${number}</strong> <span>${text} ${more}</span></a>`;
}

/** How long something has lasted: in minutes, hours or days. */
function ageText(us: number, language: Language): string {
  const texts = OVERVIEW_TEXTS[language];
  if (us < US_PER_HOUR) return texts.forMinutes({ count: Math.max(1, Math.floor(us / US_PER_MINUTE)) });
  if (us < US_PER_DAY) return texts.forHours({ count: Math.floor(us / US_PER_HOUR) });
  return texts.forDays({ count: Math.floor(us / US_PER_DAY) });
}
