import type { FastifyReply } from 'fastify';
import type { Payment } from '../../core/payment.ts';
import type { Refund, RefundStatus } from '../../core/refund.ts';
import { findPayment } from '../../features/payments/store/find-payment.ts';
import { isPayer } from '../../features/refunds/decide-refund.ts';
import { mayHideRefunds, refundCallsOf } from '../../features/refunds/refund-calls.ts';
import type { RefundVerbs } from '../../features/refunds/refund-verbs.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { around } from '../../platform/messages/catalogue.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { REFUND_TEXTS } from '../../platform/messages/refunds/refunds-messages.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { methodName } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { actionView, type ConsoleForm, formView } from '../views/form.ts';
import { keptRowQuery } from '../views/pager.ts';
import { copyable, factsView, notice } from '../views/parts.ts';
import { visibleRefund } from '../visible.ts';
import { payingNotice, paymentFacts, REFUNDS_PATH, refundMoney } from './refund-views.ts';

/** A question before a decision about a refund. */
interface Question extends Pick<ConsoleForm, 'submit' | 'fields' | 'isDanger'> {
  readonly verb: 'approve' | 'reject' | 'complete' | 'resolve';
  readonly title: string;
  /** The consequences. */
  readonly what: Html;
}

/** Confirms before a refund is approved: what the approval does. */
export async function confirmApproval(
  context: SignedInContext,
  fault?: OperatorError,
  status = 200,
): Promise<FastifyReply> {
  return ask(context, ['requested'], { fault, status }, async (refund, payment) => {
    const { db, providerFor } = context.deps;
    const texts = REFUND_TEXTS[context.language];
    const money = refundMoney(refund, context.language);
    const calls = payment && refundCallsOf(providerFor, payment, refund);
    const isSent = payment && calls && !(await mayHideRefunds(db, payment, calls));
    const what = isSent ? texts.approveSent({ money }) : texts.approveManual({ method: methodOf(context, refund) });
    return {
      verb: 'approve',
      title: texts.approveTitle,
      what: html`<p>${what}</p>`,
      submit: texts.approve,
      fields: [],
    };
  });
}

/** Confirms before a refund is rejected, and requests a note. */
export async function confirmRejection(
  context: SignedInContext,
  fault?: OperatorError,
  status = 200,
): Promise<FastifyReply> {
  // While another user may be paying it, it is not rejected: its page shows who.
  const isPaying = payingNotice(context, await thisRefund(context)) !== undefined;
  return ask(context, isPaying ? [] : ['requested', 'manual'], { fault, status }, (refund) => {
    const texts = REFUND_TEXTS[context.language];
    const manual = refund.status === 'manual' ? html`<p>${texts.rejectManual}</p>` : '';
    return {
      verb: 'reject',
      title: texts.rejectTitle,
      what: html`<p>${texts.rejectText({ money: refundMoney(refund, context.language) })}</p>${manual}`,
      submit: texts.reject,
      isDanger: true,
      fields: [{ name: 'note', label: texts.note, hint: texts.noteHint, maxlength: 255 }],
    };
  });
}

/** The steps by which a person pays a refund, and the form that records the transaction. */
export async function confirmCompletion(
  context: SignedInContext,
  fault?: OperatorError,
  status = 200,
): Promise<FastifyReply> {
  return ask(context, ['manual'], { fault, status }, async (refund, payment) => {
    const { db, providerFor } = context.deps;
    const texts = REFUND_TEXTS[context.language];
    const calls = payment && refundCallsOf(providerFor, payment, refund);
    const isRestored = payment !== undefined && (await mayHideRefunds(db, payment, calls));
    const restored = isRestored ? notice('care', html`<p>${texts.stepRestored}</p>`) : '';
    // A test refund moves no money, so it cannot be paid twice.
    const isClaimed = refund.mode === 'test' || isPayer({ actor: actorOf(context) }, refund);
    return {
      verb: 'complete',
      title: texts.completeTitle,
      what: html`${restored}${isClaimed ? '' : claimView(context, refund)}${manualSteps(context, refund, payment)}`,
      submit: texts.completeSubmit,
      fields: [
        { name: 'transaction_number', label: texts.transactionNumber, maxlength: 64, autocomplete: 'off' },
        ...(isClaimed
          ? []
          : [{ name: 'unclaimed', label: texts.paidUnclaimed, type: 'checkbox', isOptional: true } as const]),
      ],
    };
  });
}

/** Who pays the refund now, or the button by which this user says that they do. */
function claimView(context: SignedInContext, refund: Refund): Html {
  const texts = REFUND_TEXTS[context.language];
  const paying = payingNotice(context, refund);
  if (paying) return paying;
  const claim = actionView(context, { action: `${REFUNDS_PATH}/${refund.id}/claim`, submit: texts.claim });
  return html`<p>${texts.claimText}</p>${claim}`;
}

/** Asks an operator who has looked in the provider's portal for the outcome of a refund that has none. */
export async function confirmResolution(
  context: SignedInContext,
  fault?: OperatorError,
  status = 200,
): Promise<FastifyReply> {
  return ask(context, ['unknown'], { fault, status }, (refund) => {
    const texts = REFUND_TEXTS[context.language];
    return {
      verb: 'resolve',
      title: texts.resolveTitle,
      what: html`<p>${texts.resolveText({ method: methodOf(context, refund) })}</p>`,
      submit: texts.resolve,
      isDanger: true,
      fields: [
        {
          name: 'outcome',
          label: texts.outcome,
          type: 'radios',
          options: [
            ['succeeded', texts.hasMoved],
            ['not_moved', texts.notMoved],
          ],
        },
        {
          name: 'transaction_number',
          label: texts.numberIfMoved,
          maxlength: 64,
          autocomplete: 'off',
          isOptional: true,
        },
        { name: 'note', label: texts.noteIfNot, hint: texts.noteHint, maxlength: 255, isOptional: true },
      ],
    };
  });
}

/**
 * The money goes to the wallet that the provider's own record names. What the customer typed may be wrong, or someone else's: only its end
 * is shown, to compare.
 */
function manualSteps(context: SignedInContext, refund: Refund, payment: Payment | undefined): Html {
  const { language } = context;
  const texts = REFUND_TEXTS[language];
  const method = methodOf(context, refund);
  const digits = payment?.customerPhone?.replaceAll(/\D/g, '').slice(-2) ?? '';
  const ref = payment?.providerRef ?? null;
  const [before, after] = around(({ number }: { number: string }) => texts.stepFind({ method, number }), 'number');
  const steps = [
    ref === null
      ? html`${texts.stepFindNone({ method, id: String(refund.paymentId) })}`
      : html`${before}${copyable(ref)}${after}`,
    ...(digits === '' ? [] : [html`${texts.stepCompare({ digits: `••${digits}` })}`]),
    ...(refund.mode === 'live' ? [html`${texts.stepCheck}`] : []),
    html`<strong>${texts.stepPay({ money: refundMoney(refund, language) })}</strong>`,
    html`${texts.stepRecord}`,
  ];
  return html`<ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>`;
}

async function ask(
  context: SignedInContext,
  from: readonly RefundStatus[],
  { fault, status }: { fault: OperatorError | undefined; status: number },
  questionOf: (refund: Refund, payment: Payment | undefined) => Question | Promise<Question>,
): Promise<FastifyReply> {
  const { deps, language } = context;
  const refund = await thisRefund(context);
  const path = `${REFUNDS_PATH}/${refund.id}`;
  // Another user was first: the refund's page shows what they decided.
  if (!from.includes(refund.status) && !fault) return seeOther(context.reply, hrefOf(context, path));
  const payment = await findPayment(deps.db, refund.paymentId);
  const { verb, title, what, ...form } = await questionOf(refund, payment);
  const view = formView(context, { ...form, action: `${path}/${verb}`, fault });
  const facts = payment ? factsView(paymentFacts(context, payment)) : '';
  const content = html`<div class="sheet"><p><strong>${refundMoney(refund, language)}</strong></p>${facts}${what}${view}</div>
<p><a class="button quiet" href="${hrefOf(context, path)}">${REFUND_TEXTS[language].cancelDecision}</a></p>`;
  return context.show({ title, content, place: REFUNDS_PATH, mode: refund.mode }, status);
}

/** Approves the refund. */
export async function approve(context: SignedInContext): Promise<FastifyReply> {
  return act(context, 'approved', (verbs, id) => verbs.approve(id));
}

/** Rejects the refund. */
export async function reject(context: SignedInContext): Promise<FastifyReply> {
  const note = formField(context.request, 'note').trim();
  return act(context, 'rejected', (verbs, id) => verbs.reject(id, note));
}

/** Records that this user is about to pay the refund, and shows the steps. */
export async function claim(context: SignedInContext): Promise<FastifyReply> {
  const { id } = await thisRefund(context);
  await context.deps.refunds.as(actorOf(context)).claim(id);
  return seeOther(context.reply, hrefOf(context, `${REFUNDS_PATH}/${id}/complete`, keptRowQuery(context)));
}

/** Records that the refund was paid by hand. */
export async function complete(context: SignedInContext): Promise<FastifyReply> {
  const number = formField(context.request, 'transaction_number');
  const isUnclaimed = formField(context.request, 'unclaimed') === '1';
  return act(context, 'completed', (verbs, id) => verbs.complete(id, number, { isUnclaimed }));
}

/** Ends a refund without an outcome by an operator's proof. */
export async function resolve(context: SignedInContext): Promise<FastifyReply> {
  const { request } = context;
  const outcome = formField(request, 'outcome');
  const note = formField(request, 'note').trim();
  if (outcome !== 'succeeded' && outcome !== 'not_moved') {
    throw new OperatorError('invalid', 'outcome', refusal('refundProofMissing'));
  }
  const proof = outcome === 'succeeded' ? { succeeded: formField(request, 'transaction_number') } : { notMoved: note };
  return act(context, 'resolved', (verbs, id) => verbs.resolve(id, proof));
}

async function act(
  context: SignedInContext,
  done: string,
  work: (verbs: RefundVerbs, id: string) => Promise<unknown>,
): Promise<FastifyReply> {
  const { id } = await thisRefund(context);
  await work(context.deps.refunds.as(actorOf(context)), id);
  return seeOther(context.reply, hrefOf(context, `${REFUNDS_PATH}/${id}`, { ...keptRowQuery(context), done }));
}

function thisRefund(context: SignedInContext): Promise<Refund> {
  return visibleRefund(context, context.params.id ?? '');
}

function methodOf({ language }: SignedInContext, { method }: Refund): string {
  return methodName(method, TEXTS[language]);
}
