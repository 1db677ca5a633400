import type { Mode } from '../../domain/payment.ts';
import { linkPath, linkState, type PaymentLink } from '../../domain/payment-link.ts';
import { type Html, html } from '../../lib/html.ts';
import { TEXTS } from '../../messages/customer/customer-messages.ts';
import { LINK_TEXTS } from '../../messages/links/links-messages.ts';
import { readFirstSteps } from '../../storage/overview/count-work.ts';
import { formatMoney } from '../../wording/format.ts';
import { badge } from '../views/badge.ts';
import { hrefOf, may, type SignedInVisit } from '../visit.ts';

/** Where the menu leads to. */
export const PLACE = '/links';

/** The address of a link's page, below `/console`. */
export function pathOf({ id }: Pick<PaymentLink, 'id'>): string {
  return `${PLACE}/${encodeURIComponent(id)}`;
}

/** Where a link of a mode is made: who may do that goes by the mode. */
export function newPath(mode: Mode): string {
  return `${PLACE}/${mode}/new`;
}

/** The address that customers open. */
export function urlOf({ deps }: Pick<SignedInVisit, 'deps'>, { code }: Pick<PaymentLink, 'code'>): string {
  return `${deps.publicUrl}${linkPath(code)}`;
}

/** A code as it is dictated: in two halves. Whoever types it may leave the hyphen out. */
export function spokenCode({ code }: Pick<PaymentLink, 'code'>): string {
  return `${code.slice(0, code.length / 2)}-${code.slice(code.length / 2)}`;
}

/** Whether a link can be paid now, in a word. */
export function stateBadge({ language, deps }: SignedInVisit, link: PaymentLink): Html {
  const state = linkState(link, deps.clock());
  const tone = state === 'active' ? 'good' : state === 'in_use' ? 'care' : state === 'sold_out' ? 'calm' : 'bad';
  return badge(tone, LINK_TEXTS[language].states[state]);
}

/** How much is paid, and who says so. */
export function amountText({ language }: Pick<SignedInVisit, 'language'>, link: PaymentLink): string {
  const texts = LINK_TEXTS[language];
  const { amountMode, amountMinor, currency, minMinor, maxMinor } = link;
  const money = (minor: number) => formatMoney(minor, currency, language);
  if (amountMode === 'fixed') return money(amountMinor ?? 0);
  const who =
    amountMinor === null ? `${texts.amountChosen} (${currency})` : texts.amountAbout({ amount: money(amountMinor) });
  const [least, most] = [minMinor, maxMinor].map((minor) => (minor === null ? undefined : money(minor)));
  if (least === undefined && most === undefined) return who;
  const pattern = least === undefined ? texts.atMost : most === undefined ? texts.atLeast : texts.between;
  return `${who}${TEXTS[language].colon} ${pattern({ least: least ?? '', most: most ?? '' })}`;
}

/** What has been paid by a link, in each currency that something was paid in. */
export function receivedText({ language }: Pick<SignedInVisit, 'language'>, link: PaymentLink): string {
  const sums = (['HTG', 'USD'] as const).flatMap((currency) => {
    const minor = currency === 'HTG' ? link.paidHtgMinor : link.paidUsdMinor;
    return minor > 0 ? [formatMoney(minor, currency, language)] : [];
  });
  return sums.join(' + ') || formatMoney(0, link.currency, language);
}

/** The buttons that begin a link, of the modes that somebody may make one in: first one for money, once there is a live key. */
export async function makeButtons(visit: SignedInVisit): Promise<Html | ''> {
  const { deps, who, language } = visit;
  const modes = (['live', 'test'] as const).filter((mode) => may(visit, `links.create.${mode}`));
  if (modes.length === 0) return '';
  const { hasLiveKey } = await readFirstSteps(deps.db, who.websiteIds);
  const buttons = (hasLiveKey ? modes : modes.toReversed()).map(
    (mode, at) =>
      html`<a class="${at === 0 ? 'button' : 'button quiet'}" href="${hrefOf(visit, newPath(mode))}">${LINK_TEXTS[language].make[mode]}</a>`,
  );
  return html`<p class="row">${buttons}</p>`;
}
