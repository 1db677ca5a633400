import type { FastifyReply } from 'fastify';
import { US_PER_DAY } from '../../core/durations.ts';
import { MODES, type Mode } from '../../core/payment.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../features/webhooks/event.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../features/webhooks/store/delivery-table.ts';
import type { DeliveryRange } from '../../features/webhooks/store/restart-deliveries.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { formField, queryField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { EXPORT_TEXTS } from '../../platform/messages/exports/exports-messages.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { DELIVERY_TEXTS } from '../../platform/messages/webhooks/webhooks-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { formatHaitiTime } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, ownPath, type SignedInContext } from '../console-context.ts';
import { haitiInputEndUs, haitiInputUs } from '../views/date-range.ts';
import { choiceFilter, filterForm, queryOf, rangeFields } from '../views/filters.ts';
import { actionView, type FormField } from '../views/form.ts';
import { notice, refusedView } from '../views/parts.ts';
import { visibleWebsite, visibleWebsites } from '../visible.ts';

const MENU_PATH = '/webhooks';
const PATH = '/webhooks/resend';
/** The most deliveries that are sent again at once. Restarting this many takes about ten seconds. */
const MOST = 10_000;
/** How far back the selection goes without a start. */
const DEFAULT_DAYS = 90;
/** In an address: both modes. Without a mode, the page selects the header's mode. */
export const ALL_MODES = 'all';

type FieldReader = (name: string) => string;

/** Selects deliveries, and shows their number before anything is sent. */
export async function showResend(context: SignedInContext, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { deps, language, request } = context;
  const texts = DELIVERY_TEXTS[language];
  const websites = await visibleWebsites(context);
  const fields = choiceFields(context, websites);
  const values = queryOf(fields);
  // After a refused form the address has no filter.
  const isWhole = request.method === 'GET' && values.website !== '' && fields.every(({ error }) => error === undefined);
  let found: Html | '' = '';
  if (isWhole && fault === undefined) {
    const range = rangeOf((name) => values[name] ?? '', deps.clock());
    await visibleWebsite(context, range.websiteId);
    found = foundView(context, range, await deps.operator.countResend({ ...range, most: MOST }));
  }
  const content = html`${refusedView(context, fault)}${filterForm(context, PATH, fields)}${found}`;
  const mode = values.mode === ALL_MODES ? undefined : context.mode;
  return context.show({ title: texts.resendMany, content, place: MENU_PATH, mode }, status);
}

/** The selection. Without one in the address: the failed webhooks of the header's mode, and the website if there is only one. */
function choiceFields(context: SignedInContext, websites: readonly Website[]): FormField[] {
  const { language, request, mode } = context;
  const texts = DELIVERY_TEXTS[language];
  const words = EXPORT_TEXTS[language].filters;
  const times = rangeFields(context).map((field) => ({
    ...field,
    ...(field.name === 'from' && { hint: texts.defaultFrom({ days: DEFAULT_DAYS }) }),
    error: field.value && haitiInputUs(field.value) === undefined ? texts.wrongTime : undefined,
  }));
  const [only, ...others] = websites;
  const status = choiceFilter(context, 'status', texts.status, DELIVERY_STATUSES, (each) => texts.statuses[each]);
  const isFirst = request.method === 'POST' || !new URLSearchParams(ownPath(context).split('?', 2)[1]).has('status');
  const modes = choiceFilter(context, 'mode', words.mode, [...MODES, ALL_MODES], (each) =>
    each === ALL_MODES ? texts.allModes : LIST_TEXTS[language][each],
  );
  return [
    {
      name: 'website',
      label: texts.website,
      type: 'select',
      value: queryField(request, 'website') || (only && others.length === 0 ? only.id : ''),
      options: websites.map(({ id, name }) => [id, name] as const),
    },
    { ...modes, value: modes.value || mode, options: (modes.options ?? []).slice(1) },
    { ...status, ...(isFirst && { value: 'exhausted' }) },
    choiceFilter(context, 'event', texts.event, WEBHOOK_EVENTS, (event) => texts.events[event]),
    ...times,
  ];
}

/** The number, and the form with exactly the range that was counted: later deliveries are not part of it. */
function foundView(context: SignedInContext, range: DeliveryRange, count: number): Html {
  const { language } = context;
  const texts = DELIVERY_TEXTS[language];
  if (count === 0) return html`<div class="empty"><p>${texts.foundNone}</p></div>`;
  if (count > MOST) return notice('care', html`<p>${texts.foundTooMany({ count: MOST })}</p>`);
  const { websiteId, fromUs, toUs, status = '', event = '', mode = '' } = range;
  const [from, to] = [fromUs, toUs].map((us) => formatHaitiTime(us, language)) as [string, string];
  const form = actionView(context, {
    action: PATH,
    submit: texts.resendThese({ count }),
    hidden: {
      website: websiteId,
      from_us: String(fromUs),
      to_us: String(toUs),
      status,
      event,
      mode,
      count: String(count),
    },
  });
  return html`<div class="sheet"><p><strong>${texts.found({ count })}</strong></p>
<p>${texts.foundRange({ mode: mode === '' ? texts.allModes : LIST_TEXTS[language][mode], from, to })}</p>
<p class="hint">${texts.resendHint} ${texts.changeChoice}</p>${form}</div>`;
}

function rangeOf(read: FieldReader, nowUs: number): DeliveryRange {
  return {
    websiteId: read('website'),
    fromUs: haitiInputUs(read('from')) ?? Math.floor(nowUs) - DEFAULT_DAYS * US_PER_DAY,
    toUs: haitiInputEndUs(read('to')) ?? Math.floor(nowUs) + 1,
    ...wordsOf(read),
  };
}

/** The submitted values unchanged: the verb refuses unknown ones. */
function wordsOf(read: FieldReader): Pick<DeliveryRange, 'status' | 'event' | 'mode'> {
  const mode = read('mode');
  return {
    status: (read('status') || undefined) as DeliveryStatus | undefined,
    event: (read('event') || undefined) as WebhookEvent | undefined,
    mode: (mode === ALL_MODES ? undefined : mode || undefined) as Mode | undefined,
  };
}

/** Sends the counted range again, and shows how many deliveries it has. */
export async function resendMany(context: SignedInContext): Promise<FastifyReply> {
  const { deps, reply, request } = context;
  const read: FieldReader = (name) => formField(request, name);
  const { id } = await visibleWebsite(context, read('website'));
  const us = (name: string) => (/^\d{1,16}$/.test(read(name)) ? Number(read(name)) : Number.NaN);
  const expected = /^\d{1,9}$/.test(read('count')) ? Number(read('count')) : -1;
  const range = { websiteId: id, fromUs: us('from_us'), toUs: us('to_us'), expected, ...wordsOf(read) };
  const count = await deps.operator.as(actorOf(context)).resendDeliveries({ ...range, most: MOST });
  return seeOther(reply, hrefOf(context, MENU_PATH, { website: id, done: 'resent', count }));
}
