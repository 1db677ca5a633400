import type { Mode } from '../../core/payment.ts';
import { linkPath, linkState, type PaymentLink } from '../../features/links/payment-link.ts';
import { readFirstSteps } from '../../features/operations/store/count-work.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { LINK_TEXTS } from '../../platform/messages/links/links-messages.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { badge } from '../views/parts.ts';

/** The filter's values: `open` for links that can be paid, or may be again when a unit is released, and `ended` for the others. */
export const LINK_FILTER_STATES = ['open', 'ended'] as const;

/** The menu's path. */
export const MENU_PATH = '/links';

/** The path of a link's page, below `/console`. */
export function pathOf({ id }: Pick<PaymentLink, 'id'>): string {
  return `${MENU_PATH}/${encodeURIComponent(id)}`;
}

/** The path of the form for a new link of a mode, because permissions depend on the mode. */
export function newPath(mode: Mode): string {
  return `${MENU_PATH}/${mode}/new`;
}

/** The address that customers open. */
export function urlOf({ deps }: Pick<SignedInContext, 'deps'>, { code }: Pick<PaymentLink, 'code'>): string {
  return `${deps.publicUrl}${linkPath(code)}`;
}

/** A code for dictation: in two halves. The hyphen is optional when the code is typed. */
export function spokenCode({ code }: Pick<PaymentLink, 'code'>): string {
  return `${code.slice(0, code.length / 2)}-${code.slice(code.length / 2)}`;
}

/** Whether a link can be paid now, as a badge. */
export function stateBadge({ language, deps }: SignedInContext, link: PaymentLink): Html {
  const state = linkState(link, deps.clock());
  const tone = state === 'active' ? 'good' : state === 'in_use' ? 'care' : state === 'sold_out' ? 'calm' : 'bad';
  return badge(tone, LINK_TEXTS[language].states[state]);
}

/** The amount, and whether the seller or the customer sets it. */
export function amountText({ language }: Pick<SignedInContext, 'language'>, link: PaymentLink): string {
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

/** The sum that a link has received, in each currency with a payment. */
export function receivedText({ language }: Pick<SignedInContext, 'language'>, link: PaymentLink): string {
  const sums = (['HTG', 'USD'] as const).flatMap((currency) => {
    const minor = currency === 'HTG' ? link.paidHtgMinor : link.paidUsdMinor;
    return minor > 0 ? [formatMoney(minor, currency, language)] : [];
  });
  return sums.join(' + ') || formatMoney(0, link.currency, language);
}

/** The buttons that create a link, for the modes that the user may use. Live comes first, once there is a live key. */
export async function makeButtons(context: SignedInContext): Promise<Html | ''> {
  const { deps, who, language } = context;
  const modes = (['live', 'test'] as const).filter((mode) => may(context, `links.create.${mode}`));
  if (modes.length === 0) return '';
  const { hasLiveKey } = await readFirstSteps(deps.db, who.websiteIds);
  const buttons = (hasLiveKey ? modes : modes.toReversed()).map(
    (mode, at) =>
      html`<a class="${at === 0 ? 'button' : 'button quiet'}" href="${hrefOf(context, newPath(mode))}">${LINK_TEXTS[language].make[mode]}</a>`,
  );
  return html`${buttons}`;
}
