import type { FastifyReply } from 'fastify';
import { EVENT_KINDS, type EventKind } from '../../features/webhooks/event.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../features/webhooks/store/delivery-table.ts';
import type { DeliveryRange } from '../../features/webhooks/store/restart-deliveries.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { formField, queryField } from '../../http/form-fields.ts';
import { seeOther } from '../../http/see-other.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { DELIVERY_TEXTS } from '../../platform/messages/webhooks/webhooks-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { actorOf } from '../actor-of.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { haitiInputEndUs, haitiInputUs } from '../haiti-input.ts';
import { choiceFilter, filterForm, rangeFields } from '../views/filters.ts';
import { actionView, type FormField } from '../views/form.ts';
import { notice } from '../views/notice.ts';
import { visibleWebsite, visibleWebsites } from '../visible.ts';
import { refusedView } from '../work-views.ts';

const MENU_PATH = '/webhooks';
const PATH = '/webhooks/resend';
/** The most deliveries that are sent again at once; to restart so many takes about ten seconds. */
const MOST = 10_000;

type FieldReader = (name: string) => string;

/** Selects deliveries, and shows their number before anything is sent. */
export async function showResend(context: SignedInContext, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { deps, language, request } = context;
  const texts = DELIVERY_TEXTS[language];
  const websites = await visibleWebsites(context);
  // After a refused form the address has no filter.
  const isRequested = request.method === 'GET' && queryField(request, 'website') !== '';
  const fields = choiceFields(context, websites, isRequested);
  const isWhole = isRequested && fields.every(({ error }) => error === undefined);
  let found: Html | '' = '';
  let refused = fault;
  if (isWhole) {
    const range = rangeOf((name) => queryField(request, name), deps.clock());
    await visibleWebsite(context, range.websiteId);
    try {
      found = foundView(context, range, await deps.operator.countResend({ ...range, most: MOST }));
    } catch (error) {
      refused = error as OperatorError;
      if (refused.name !== 'OperatorError') throw error;
    }
  }
  const content = html`${refusedView(context, refused)}${filterForm(context, PATH, fields)}${found}`;
  return context.show({ title: texts.resendMany, content, place: MENU_PATH }, status);
}

function choiceFields(context: SignedInContext, websites: readonly Website[], isRequested: boolean): FormField[] {
  const { language, request } = context;
  const texts = DELIVERY_TEXTS[language];
  const errorOf = ({ name, value = '' }: FormField) => {
    if (name === 'from' && value === '') return texts.chooseFrom;
    return value !== '' && haitiInputUs(value) === undefined ? texts.wrongTime : undefined;
  };
  const times = rangeFields(context).map((field) => (isRequested ? { ...field, error: errorOf(field) } : field));
  return [
    {
      name: 'website',
      label: texts.website,
      type: 'select',
      value: queryField(request, 'website'),
      options: websites.map(({ id, name }) => [id, name] as const),
    },
    ...times,
    choiceFilter(context, 'status', texts.status, DELIVERY_STATUSES, (status) => texts.statuses[status]),
    choiceFilter(context, 'event', texts.event, EVENT_KINDS, (event) => texts.events[event]),
  ];
}

/** The number, and the form with exactly the range that was counted: later deliveries are not part of it. */
function foundView(context: SignedInContext, range: DeliveryRange, count: number): Html {
  const texts = DELIVERY_TEXTS[context.language];
  if (count === 0) return html`<div class="empty"><p>${texts.foundNone}</p></div>`;
  if (count > MOST) return notice('care', html`<p>${texts.foundTooMany({ count: MOST })}</p>`);
  const { websiteId, fromUs, toUs, status = '', event = '' } = range;
  const form = actionView(context, {
    action: PATH,
    submit: texts.resendThese({ count }),
    hidden: { website: websiteId, from_us: String(fromUs), to_us: String(toUs), status, event, count: String(count) },
  });
  return html`<div class="sheet"><p><strong>${texts.found({ count })}</strong></p>
<p><b>${texts.bothModes}</b></p>
<p class="hint">${texts.resendHint} ${texts.changeChoice}</p>${form}</div>`;
}

function rangeOf(read: FieldReader, nowUs: number): DeliveryRange {
  return {
    websiteId: read('website'),
    fromUs: haitiInputUs(read('from')) ?? 0,
    toUs: haitiInputEndUs(read('to')) ?? Math.floor(nowUs) + 1,
    ...wordsOf(read),
  };
}

/** The submitted values unchanged: the verb refuses unknown ones. */
function wordsOf(read: FieldReader): Pick<DeliveryRange, 'status' | 'event'> {
  return {
    status: (read('status') || undefined) as DeliveryStatus | undefined,
    event: (read('event') || undefined) as EventKind | undefined,
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
