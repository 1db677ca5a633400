import type { FastifyReply } from 'fastify';
import { formatRate, parseDecimal, usdToHtg } from '../../core/money.ts';
import { isJump } from '../../features/rates/sources/judge-rate.ts';
import { findManualRate } from '../../features/rates/store/manual-rates.ts';
import { formField, queryField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { RATE_TEXTS } from '../../platform/messages/rates/rates-messages.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { filterForm } from '../views/filters.ts';
import { type FormField, formView } from '../views/form.ts';
import { notice, refusedView } from '../views/parts.ts';

const MENU_PATH = '/rates';
const HUNDRED_DOLLARS_MINOR = 10_000;

/** The form for a manual rate, which previews the change before it applies. */
export async function showSet(context: SignedInContext, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { request, language } = context;
  const texts = RATE_TEXTS[language];
  const text = (request.method === 'GET' ? queryField(request, 'rate') : formField(request, 'rate')).trim();
  const rateE4 = parseRate(text);
  const field: FormField = {
    name: 'rate',
    label: texts.newRate,
    hint: texts.newRateHint,
    inputmode: 'decimal',
    value: text,
    error: text !== '' && rateE4 === undefined ? texts.wrongRate : undefined,
  };
  const preview = rateE4 === undefined ? '' : await confirmView(context, rateE4, fault);
  const content = html`${refusedView(context, fault, ['checked'])}<p>${texts.setHint}</p>
${filterForm(context, '/rates/set', [field])}${preview}
<p><a class="button quiet" href="${hrefOf(context, MENU_PATH)}">${texts.back}</a></p>`;
  return context.show({ title: texts.setTitle, content, place: MENU_PATH }, status);
}

async function confirmView(context: SignedInContext, rateE4: number, fault: OperatorError | undefined): Promise<Html> {
  const { deps, language } = context;
  const texts = RATE_TEXTS[language];
  const { inForce, settings } = deps.rates;
  const fromE4 = inForce().rateE4;
  const { minE4, maxE4, maxChangePercent } = settings.bounds;
  if (rateE4 < minE4 || rateE4 > maxE4) {
    const bounds = `${formatRate(minE4)} … ${formatRate(maxE4)} (EXCHANGE_RATE_MIN, EXCHANGE_RATE_MAX)`;
    return notice('bad', html`<p>${texts.wrongRate} ${bounds}</p>`);
  }
  const seen = (await findManualRate(deps.db))?.number ?? 0;
  const change = texts.change({
    from: formatRate(fromE4),
    to: formatRate(rateE4),
    percent: percentText(fromE4, rateE4, language),
  });
  const amount = formatMoney(usdToHtg(HUNDRED_DOLLARS_MINOR, rateE4), 'HTG', language);
  const isFar = maxChangePercent > 0 && isJump(fromE4, rateE4, maxChangePercent);
  const checked: FormField = {
    name: 'checked',
    label: texts.checked,
    type: 'checkbox',
  };
  const form = formView(context, {
    action: '/rates/set',
    submit: texts.confirm({ rate: formatRate(rateE4) }),
    fields: isFar ? [checked] : [],
    fault: isFar && fault?.field === 'checked' ? fault : undefined,
    hidden: { rate: formatRate(rateE4), seen: String(seen) },
  });
  return html`<div class="sheet"><p><strong>${change}</strong></p><p>${texts.what({ amount })}</p>${form}</div>`;
}

function percentText(fromE4: number, toE4: number, language: Language): string {
  const percent = (((toE4 - fromE4) / fromE4) * 100).toFixed(1);
  const signed = toE4 > fromE4 ? `+${percent}` : percent.replace('-', '−');
  return language === 'fr' ? signed.replace('.', ',') : signed;
}

/** Applies a manual rate. If another user was first, the page shows that user's name. */
export async function set(context: SignedInContext): Promise<FastifyReply> {
  const { deps, reply, request } = context;
  const rateE4 = parseRate(formField(request, 'rate').trim());
  if (rateE4 === undefined) throw new OperatorError('invalid', 'rate', refusal('rateFormat'));
  const isChecked = formField(request, 'checked') === '1';
  await deps.rates.as(actorOf(context)).set({ rateE4, isChecked, seen: seenOf(context) });
  return seeOther(reply, hrefOf(context, MENU_PATH, { done: 'set' }));
}

/** Removes the manual rate: the source's rate or the configured one applies again. */
export async function takeBack(context: SignedInContext): Promise<FastifyReply> {
  await context.deps.rates.as(actorOf(context)).set({ rateE4: null, isChecked: true, seen: seenOf(context) });
  return seeOther(context.reply, hrefOf(context, MENU_PATH, { done: 'back' }));
}

function seenOf({ request }: SignedInContext): number {
  const seen = formField(request, 'seen');
  return /^\d{1,9}$/.test(seen) ? Number(seen) : -1;
}

function parseRate(text: string): number | undefined {
  const rate = parseDecimal(text, 4);
  return typeof rate === 'number' && rate > 0 ? rate : undefined;
}
