import type { FastifyReply } from 'fastify';
import { PAYMENT_METHODS } from '../../core/payment.ts';
import { isAllowed } from '../../core/roles.ts';
import { listRuns } from '../../features/reconciliation/store/reconcile-runs.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { RECONCILE_TEXTS } from '../../platform/messages/reconciliation/reconciliation-messages.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { methodLabel } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { haitiInputEndUs, haitiInputUs } from '../views/date-range.ts';
import { formView } from '../views/form.ts';
import { showList } from '../views/list.ts';
import { auditActionLink, refusedView, timeLink } from '../views/parts.ts';
import { daysText, runActor, runBadge, runMethod } from './run-views.ts';

const MENU_PATH = '/reconcile';
const RUNS = 20;
const FIELDS = ['from', 'to', 'method'];

/** The reconciliation runs, and a form that starts one. */
export function showRuns(context: SignedInContext, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { deps, language, who } = context;
  const texts = RECONCILE_TEXTS[language];
  const mayRun = isAllowed(who.user.role, 'reconcile.run');
  const form = mayRun ? startForm(context, fault) : '';
  return showList(
    context,
    (page) => listRuns(deps.db, page),
    {
      path: MENU_PATH,
      title: FRAME_TEXTS[language].reconcile,
      caption: texts.runs,
      time: 'askedAtUs',
      size: RUNS,
      top: html`${mayRun ? '' : refusedView(context, fault)}<p>${texts.intro}</p>${form}
<h2>${texts.runs}</h2>`,
      columns: [
        {
          label: texts.asked,
          phone: 'lead',
          cell: ({ id, askedAtUs }) => timeLink(context, `${MENU_PATH}/${id}`, askedAtUs),
        },
        { label: texts.state, phone: 'end', cell: (run) => runBadge(run, language) },
        { label: texts.days, phone: 'second', cell: (run) => html`${daysText(run, context)}` },
        { label: texts.method, phone: 'second', cell: (run) => html`${runMethod(run, language)}` },
        { label: texts.askedBy, cell: (run) => runActor(run) },
        { label: texts.compared, cell: ({ compared }) => html`${compared}`, isNumber: true },
        { label: texts.differences, cell: ({ differences }) => html`${differences}`, isNumber: true },
      ],
      exported: 'reconciliation',
      none: `${texts.none} ${mayRun ? texts.choose : ''}`,
      bottom: html`<p>${auditActionLink(context, 'reconcile.run')}</p>`,
    },
    status,
  );
}

function startForm(context: SignedInContext, fault: OperatorError | undefined): Html {
  const { language } = context;
  const texts = RECONCILE_TEXTS[language];
  const form = formView(context, {
    action: MENU_PATH,
    submit: texts.start,
    fault,
    fields: [
      { name: 'from', label: texts.from, type: 'date', hint: texts.daysHint },
      { name: 'to', label: texts.to, type: 'date' },
      {
        name: 'method',
        label: texts.method,
        type: 'select',
        options: [
          ['', texts.allMethods] as const,
          ...PAYMENT_METHODS.map((method) => [method, methodLabel(method, TEXTS[language])] as const),
        ],
      },
    ],
  });
  return html`<div class="sheet">${form}</div>`;
}

/** Starts a run. A worker executes it, even if the browser is closed. */
export async function start(context: SignedInContext): Promise<FastifyReply> {
  const { deps, reply, request } = context;
  const [from, to, chosen] = FIELDS.map((name) => formField(request, name));
  const fromUs = isDay(from) ? haitiInputUs(from) : undefined;
  const toUs = isDay(to) ? haitiInputEndUs(to) : undefined;
  if (fromUs === undefined) throw new OperatorError('invalid', 'from', refusal('dayFormat'));
  if (toUs === undefined) throw new OperatorError('invalid', 'to', refusal('dayFormat'));
  const method = PAYMENT_METHODS.find((each) => each === chosen);
  if (chosen !== '' && method === undefined) {
    throw new OperatorError('invalid', 'method', refusal('methodUnknown', { methods: PAYMENT_METHODS }));
  }
  const { id } = await deps.payments.as(actorOf(context)).startReconcile({ fromUs, toUs, method });
  return seeOther(reply, hrefOf(context, `${MENU_PATH}/${id}`, { done: 'requested' }));
}

function isDay(text: string | undefined): text is string {
  return text?.length === 10;
}
