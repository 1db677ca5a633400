import type { FastifyReply } from 'fastify';
import { parseDecimal } from '../../core/money.ts';
import { MODES } from '../../core/payment.ts';
import type { FeeScope } from '../../features/fees/fee-rule.ts';
import { lastRuleOf, listUpcomingRules } from '../../features/fees/store/fee-rules.ts';
import { formField, queryField, seeOther } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { FEE_TEXTS } from '../../platform/messages/fees/fees-messages.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { formatHaitiTime, methodName, typedAmount } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { currencyField, currencyOf, methodField, methodOf } from '../views/choice-fields.ts';
import { haitiInputUs } from '../views/date-range.ts';
import { formView } from '../views/form.ts';
import { refusedView } from '../views/parts.ts';
import { visibleWebsite } from '../visible.ts';
import { MENU_PATH } from '../websites/website-view.ts';
import { feesPath, isZero } from './fees-page.ts';

/** The form that sets a fee rule of a website, for payments of the mode of the header. */
export async function showSetFee(context: SignedInContext, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { deps, language, request } = context;
  const texts = FEE_TEXTS[language];
  const website = await visibleWebsite(context, context.params.id ?? '');
  const mode = MODES.find((each) => each === formField(request, 'mode')) ?? context.mode;
  const form = formView(context, {
    action: `${feesPath(website)}/set`,
    submit: texts.submit,
    fault,
    hidden: { mode, seen: String(await lastRuleOf(deps.db, website.id)) },
    fields: [
      methodField(language, texts.method),
      currencyField(texts.currency),
      {
        name: 'percent',
        label: texts.percent,
        hint: texts.percentHint,
        inputmode: 'decimal',
        maxlength: 20,
        value: '0',
      },
      { name: 'fixed', label: texts.fixed, hint: texts.fixedHint, inputmode: 'decimal', maxlength: 20, value: '0' },
      {
        name: 'minimum',
        label: texts.minimum,
        hint: texts.minimumHint,
        inputmode: 'decimal',
        maxlength: 20,
        value: '0',
      },
      { name: 'valid_from', label: texts.from, hint: texts.fromHint, type: 'datetime-local', isOptional: true },
    ],
  });
  const content = html`<div class="sheet"><p>${texts.setText}</p>${form}</div>
<p><a class="button quiet" href="${hrefOf(context, feesPath(website))}">${texts.cancel}</a></p>`;
  return context.show({ title: texts.setTitles[mode], content, place: MENU_PATH, mode }, status);
}

/** Sets the rule. If another user has set one since the page was opened, the form is shown again. */
export async function setFee(context: SignedInContext): Promise<FastifyReply> {
  const { deps, request } = context;
  const website = await visibleWebsite(context, context.params.id ?? '');
  const text = (name: string) => formField(request, name).trim();
  const percentE3 = parseDecimal(text('percent').replace(',', '.'), 3);
  const validFrom = text('valid_from');
  const validFromUs = validFrom === '' ? undefined : haitiInputUs(validFrom);
  if (validFrom !== '' && validFromUs === undefined)
    throw new OperatorError('invalid', 'valid_from', refusal('timeFormat'));
  const scope = scopeOf(website.id, text);
  await deps.operator.as(actorOf(context)).setFee({
    ...{ ...scope, validFromUs, seen: seenOf(context) },
    percentE3: typeof percentE3 === 'number' ? percentE3 : -1,
    fixedMinor: typedAmount(text('fixed')) ?? -1,
    minimumMinor: typedAmount(text('minimum')) ?? -1,
  });
  return seeOther(context.reply, hrefOf(context, feesPath(website), { mode: scope.mode, done: 'set' }));
}

/** Confirms before the fees of a method end. */
export async function confirmEnd(context: SignedInContext, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { deps, language, request } = context;
  const texts = FEE_TEXTS[language];
  const website = await visibleWebsite(context, context.params.id ?? '');
  const text = (name: string) => (request.method === 'GET' ? queryField(request, name) : formField(request, name));
  const kind = scopeOf(website.id, text);
  const { method, currency, mode } = kind;
  const form = formView(context, {
    action: `${feesPath(website)}/end`,
    submit: texts.end,
    isDanger: true,
    fields: [],
    hidden: { method, currency, mode, seen: String(await lastRuleOf(deps.db, website.id)) },
  });
  const what = texts.endText({ method: methodName(method, TEXTS[language]), currency });
  const later = await listUpcomingRules(deps.db, { ...kind, afterUs: Math.floor(deps.clock()), limit: 5 });
  const [fees] = later.filter((rule) => !isZero(rule));
  const again = fees ? html`<p>${texts.laterRule({ time: formatHaitiTime(fees.validFromUs, language) })}</p>` : '';
  const content = html`${refusedView(context, fault)}<div class="sheet"><p><strong><bdi>${website.name}</bdi></strong></p><p>${what}</p>${again}${form}</div>
<p><a class="button quiet" href="${hrefOf(context, feesPath(website))}">${texts.cancel}</a></p>`;
  return context.show({ title: texts.endTitle, content, place: MENU_PATH, mode }, status);
}

/** Ends the fees of a method with a rule of zeros: past payments keep theirs. */
export async function endFee(context: SignedInContext): Promise<FastifyReply> {
  const { deps, request } = context;
  const website = await visibleWebsite(context, context.params.id ?? '');
  const scope = scopeOf(website.id, (name) => formField(request, name));
  const zeros = { percentE3: 0, fixedMinor: 0, minimumMinor: 0 };
  await deps.operator.as(actorOf(context)).setFee({ ...scope, ...zeros, seen: seenOf(context) });
  return seeOther(context.reply, hrefOf(context, feesPath(website), { mode: scope.mode, done: 'ended' }));
}

/** The payments that a form is about. Throws OperatorError for texts that name none. */
function scopeOf(websiteId: string, text: (name: string) => string): FeeScope {
  const method = methodOf(text('method'));
  const currency = currencyOf(text('currency'));
  const mode = MODES.find((each) => each === text('mode'));
  if (!mode) throw new OperatorError('invalid', 'mode', refusal('modeUnknown', { modes: MODES }));
  return { websiteId, method, currency, mode };
}

function seenOf({ request }: SignedInContext): number {
  const seen = formField(request, 'seen');
  return /^\d{1,9}$/.test(seen) ? Number(seen) : -1;
}
