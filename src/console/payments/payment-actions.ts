import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { FAILURE_REASONS } from '../../core/payment.ts';
import { faultOf } from '../../features/payments/provider-fault.ts';
import type { FinalOutcome } from '../../features/payments/settle-payment.ts';
import { findPaymentDelivery } from '../../features/webhooks/store/list-deliveries.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { logOf, noteOnRequest } from '../../http/note-on-request.ts';
import { rememberPreview } from '../../http/preview-cookie.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { paymentPagePath } from '../../providers/payment-page.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { CONSOLE_PATH } from '../console-path.ts';
import { countLinks } from '../users/count-links.ts';
import { keptRowQuery } from '../views/pager.ts';
import { visiblePayment } from '../visible.ts';
import { PAYMENTS_PLACE } from './list-filter.ts';
import { mayOpenPage } from './payment-forms.ts';
import { type Done, showPayment } from './payment-page.ts';

/** The notice for each reason why a provider gave no outcome. */
const VERIFY_FAULTS = { silent: 'unanswered', credentials: 'rejected', unusable: 'unusable' } as const;

/** Queries the provider for the payment's outcome. If there is none, the page says why. */
export async function verifyPayment(context: SignedInContext): Promise<FastifyReply> {
  const id = await visibleId(context);
  try {
    await context.deps.payments.as(actorOf(context)).verifyByHand(id, logOf(context.request));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'internal_error')) throw error;
    return backTo(context, id, VERIFY_FAULTS[faultOf(error.cause)]);
  }
  return backTo(context, id, 'verified');
}

/** Sends the payment's webhook again. */
export async function resendWebhook(context: SignedInContext): Promise<FastifyReply> {
  const id = await visibleId(context);
  const delivery = await findPaymentDelivery(context.deps.db, Number(id));
  // Data retention has deleted it in the meantime.
  if (!delivery) throw new ApiError('not_found');
  await context.deps.operator.as(actorOf(context)).resendDelivery(delivery.id);
  return backTo(context, id, 'resent');
}

/** Completes or fails a test payment, as the form says. A payment that is already final stays so, and the page says so. */
export async function finishTestPayment(context: SignedInContext): Promise<FastifyReply> {
  const id = await visibleId(context);
  const given = formField(context.request, 'outcome');
  const failureReason = FAILURE_REASONS.find((each) => each === given);
  if (given !== 'completed' && !failureReason) throw new ApiError('bad_request');
  const outcome: FinalOutcome = failureReason ? { status: 'failed', failureReason } : { status: 'completed' };
  await context.deps.payments.as(actorOf(context)).finishTest(id, outcome);
  return backTo(context, id, 'finished');
}

/** Shows the page with the notice that the payment is already final. */
export async function refuseFinish(context: SignedInContext, fault: OperatorError): Promise<FastifyReply> {
  if (fault.code !== 'conflict') throw fault;
  return backTo(context, await visibleId(context), 'is_final');
}

/**
 * Opens a payment's own page as a user of the console, so that no step of its history is recorded as the customer's.
 */
export async function openPage(context: SignedInContext): Promise<FastifyReply> {
  const { base, deps, params, reply } = context;
  const payment = await visiblePayment(context, params.id ?? '');
  if (!mayOpenPage(context, payment)) throw new ApiError('not_found');
  rememberPreview(reply, deps, payment);
  return seeOther(reply, `${base.slice(0, -CONSOLE_PATH.length)}/${paymentPagePath(deps.box, payment.id)}`);
}

/** Adds a user's note to the payment's timeline. */
export async function addNote(context: SignedInContext): Promise<FastifyReply> {
  const id = await visibleId(context);
  await context.deps.payments.as(actorOf(context)).addNote(id, formField(context.request, 'note'));
  return backTo(context, id, 'noted');
}

/** Sends a receipt by e-mail. It is counted like the other e-mails that users can send to any address. */
export async function mailReceipt(context: SignedInContext): Promise<FastifyReply> {
  const { deps, request } = context;
  const id = await visibleId(context);
  const { mode, websiteId } = await visiblePayment(context, id);
  if (!deps.receiptModes.includes(mode)) throw new OperatorError('conflict', 'email', refusal('receiptOff', { id }));
  await countLinks(context, [websiteId]);
  await deps.payments.as(actorOf(context)).mailReceipt(id, formField(request, 'email').trim());
  return backTo(context, id, 'receipt');
}

/** Shows the payment again, with the error in the address. */
export async function refuseReceipt(context: SignedInContext, fault: OperatorError): Promise<FastifyReply> {
  if (fault.field !== 'email') throw fault;
  return showPayment(context, fault, fault.code === 'conflict' ? 409 : 422);
}

/** Shows the note's form again. */
export async function refuseNote(context: SignedInContext, fault: OperatorError): Promise<FastifyReply> {
  if (fault.field !== 'note') throw fault;
  return showPayment(context, fault, 422);
}

/** The id in the address, of a payment that the user may see. */
async function visibleId(context: SignedInContext): Promise<string> {
  const { id } = await visiblePayment(context, context.params.id ?? '');
  noteOnRequest(context.request, { paymentId: id });
  return String(id);
}

function backTo(context: SignedInContext, id: string, done: Done): FastifyReply {
  return seeOther(context.reply, hrefOf(context, `${PAYMENTS_PLACE}/${id}`, { ...keptRowQuery(context), done }));
}
