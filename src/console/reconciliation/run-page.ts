import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { isAllowed } from '../../core/roles.ts';
import { RECONCILE_RESULTS, type ReconcileLine } from '../../features/reconciliation/reconcile.ts';
import { KEPT_LINES } from '../../features/reconciliation/reconcile-runs.ts';
import {
  knownTheirs,
  type ReconcileSum,
  type ReconcileTotals,
} from '../../features/reconciliation/reconcile-totals.ts';
import { unknownIn } from '../../features/reconciliation/run-json.ts';
import { findRun, listRunLines, type ReconcileRun } from '../../features/reconciliation/store/reconcile-runs.ts';
import { queryField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { RECONCILE_TEXTS } from '../../platform/messages/reconciliation/reconciliation-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { formatMoney, methodLabel } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { actionView } from '../views/form.ts';
import { PAGE } from '../views/pager.ts';
import { doneView, factsView, momentView, notice, paymentLink, refusedView } from '../views/parts.ts';
import { tableView } from '../views/table.ts';
import { daysText, hereText, runActor, runBadge, runMethod, thereText } from './run-views.ts';

const MENU_PATH = '/reconcile';
const RELOAD_SECONDS = 4;

/** A reconciliation run: its progress and its results. While it runs the page reloads itself, without a script. */
export async function showRun(context: SignedInContext, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { deps, language, params, reply, request } = context;
  const texts = RECONCILE_TEXTS[language];
  const run = await findRun(deps.db, params.id ?? '');
  if (!run) throw new ApiError('not_found');
  const after = Number(/^\d{1,9}$/.exec(queryField(request, 'after'))?.[0] ?? 0);
  const lines = await listRunLines(deps.db, run.id, { after, limit: PAGE + 1 });
  if (run.endedAtUs === null && after === 0 && fault === undefined) {
    reply.header('refresh', `${RELOAD_SECONDS}; url=${hrefOf(context, `${MENU_PATH}/${run.id}`)}`);
  }
  const unknown = unknownIn(run);
  const incomplete = unknown === 0 ? '' : notice('care', html`<p>${texts.incomplete({ count: unknown })}</p>`);
  const facts = factsView([
    [texts.state, runBadge(run, language)],
    [texts.days, html`${daysText(run, context)}`],
    [texts.method, html`${runMethod(run, language)}`],
    [texts.asked, momentView(run.askedAtUs, language)],
    [texts.askedBy, runActor(run)],
    [texts.started, momentView(run.startedAtUs, language)],
    [texts.ended, momentView(run.endedAtUs, language)],
    [texts.compared, html`${run.compared}`],
    [texts.differences, html`${run.differences}`],
    [texts.unknownCount, unknown === 0 ? null : html`${unknown}`],
    [texts.reason, run.reason === null ? null : html`<bdi>${run.reason}</bdi>`],
  ]);
  const content = html`${doneView(context, { stopped: texts.stopped, requested: texts.requested })}${refusedView(context, fault)}
${stateNotice(context, run)}${incomplete}<div class="sheet">${facts}</div>${totalsView(context, run)}
<h2>${texts.differences}</h2>${differences(context, run, lines)}`;
  return context.show({ title: `${texts.run} ${daysText(run, context)}`, content, place: MENU_PATH }, status);
}

function stateNotice(context: SignedInContext, run: ReconcileRun): Html | '' {
  const { deps, language, who } = context;
  const texts = RECONCILE_TEXTS[language];
  if (run.endedAtUs !== null) return '';
  const isSilent = run.leaseUntilUs !== null && run.leaseUntilUs < deps.clock();
  const text = isSilent ? texts.silent : run.state === 'waiting' ? texts.waits : texts.progress;
  const stopButton = isAllowed(who.user.role, 'reconcile.run')
    ? actionView(context, { action: `${MENU_PATH}/${run.id}/stop`, submit: texts.stop, isDanger: true })
    : '';
  return html`${notice('care', html`<p>${text}</p>`)}${stopButton}`;
}

function totalsView({ language }: SignedInContext, { totals }: ReconcileRun): Html | '' {
  if (totals === null) return '';
  const texts = RECONCILE_TEXTS[language];
  const { results, sums } = JSON.parse(totals) as ReconcileTotals;
  const counts = tableView(RECONCILE_RESULTS, {
    caption: texts.results,
    empty: '',
    columns: [
      { label: texts.result, cell: (result) => html`${texts.meanings[result]}` },
      { label: texts.count, cell: (result) => html`${results[result]}`, isNumber: true },
    ],
  });
  const money = (side: { count: number; amountMinor: number }, currency: 'HTG' | 'USD') =>
    html`${formatMoney(side.amountMinor, currency, language)} (${side.count})`;
  const theirsView = (sum: ReconcileSum) => {
    const theirs = knownTheirs(sum);
    return theirs ? money(theirs, sum.currency) : html`${texts.unknown}`;
  };
  const both = tableView(sums, {
    caption: texts.sums,
    empty: '',
    columns: [
      { label: texts.method, cell: ({ method }) => html`${methodLabel(method, TEXTS[language])}` },
      { label: texts.here, cell: ({ ours, currency }) => money(ours, currency), isNumber: true },
      { label: texts.there, cell: (sum) => theirsView(sum), isNumber: true },
      { label: texts.unknownCount, cell: ({ unknown, currency }) => money(unknown, currency), isNumber: true },
    ],
  });
  return html`<h2>${texts.results}</h2>${counts}${sums.length === 0 ? '' : html`<h2>${texts.sums}</h2>${both}`}`;
}

function differences(
  context: SignedInContext,
  run: ReconcileRun,
  found: readonly { readonly number: number; readonly line: string }[],
): Html {
  const { language } = context;
  const texts = RECONCILE_TEXTS[language];
  const shown = found.slice(0, PAGE);
  const lines = shown.map(({ line }) => JSON.parse(line) as ReconcileLine);
  const table = tableView(lines, {
    caption: texts.differences,
    empty: html`<p>${texts.noDifferences}</p>`,
    columns: [
      { label: texts.result, cell: ({ result }) => html`${texts.meanings[result]}` },
      { label: texts.method, cell: ({ method }) => html`${methodLabel(method, TEXTS[language])}` },
      { label: texts.payment, cell: ({ paymentId }) => paymentLink(context, paymentId) },
      { label: texts.providerRef, cell: ({ providerRef }) => html`<bdi>${providerRef ?? ''}</bdi>` },
      { label: texts.created, cell: ({ createdAtUs }) => momentView(createdAtUs, language) ?? '' },
      { label: texts.here, cell: (line) => html`${hereText(line, language)}` },
      { label: texts.there, cell: (line) => html`${thereText(line, language)}` },
    ],
  });
  if (lines.length === 0) return table;
  const path = `${MENU_PATH}/${run.id}`;
  const last = found.length > PAGE ? shown.at(-1)?.number : undefined;
  const more =
    last === undefined
      ? ''
      : html`<a class="button quiet" rel="next" href="${hrefOf(context, path, { after: last })}">${texts.more}&nbsp;»</a>`;
  const kept = run.differences > KEPT_LINES ? html`<p class="hint">${texts.kept({ count: KEPT_LINES })}</p>` : '';
  return html`${kept}${table}<p class="row"><a class="button quiet" href="${hrefOf(context, `${path}/csv`)}">${texts.download}</a>${more}</p>`;
}

/** Stops a run that is waiting or running. */
export async function stop(context: SignedInContext): Promise<FastifyReply> {
  const { deps, params, reply } = context;
  const id = params.id ?? '';
  await deps.payments.as(actorOf(context)).stopReconcile(id);
  return seeOther(reply, hrefOf(context, `${MENU_PATH}/${id}`, { done: 'stopped' }));
}
