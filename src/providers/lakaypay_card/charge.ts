import { formatAmount } from '../../core/money.ts';
import type { FailureReason, Payment } from '../../core/payment.ts';
import { providerReference } from '../../core/recurring.ts';
import type { Log } from '../../platform/log/log.ts';
import { asObject, type JsonObject, textOf } from '../../platform/text/json-object.ts';
import { nextCheck } from '../next-check.ts';
import { type Outcome, ProviderRefused, ProviderUnavailable, type Verification } from '../provider.ts';
import { describeResult, readDecline, readMoney } from './provider-response.ts';
import type { TokenField } from './settings.ts';
import { lookUpPayment, type Parts } from './verify.ts';

const FAILURE_REASONS: Readonly<Record<string, FailureReason>> = {
  EXPIRED_CARD: 'expired_card',
  INSUFFICIENT_FUND: 'insufficient_balance',
};

/**
 * Charges a stored card without its holder, once. The charge has the payment's own name, and CyberSource refuses a
 * second charge with the same name for a while. Throws ProviderRefused when the request is refused, ProviderUnavailable
 * when its outcome is unknown.
 */
export async function chargeCard(
  { api, settings, clock }: Parts,
  payment: Payment,
  cardToken: string,
  log: Log,
): Promise<Verification> {
  const body = requestOf(payment, cardToken, settings.tokenField);
  const response = await api({ operation: 'payment', path: '/pts/v2/payments', body, paymentId: payment.id }, log);
  const { id, status, errorInformation } = response.body;
  if (response.status === 400) {
    const reason = textOf(response.body.reason) ?? textOf(asObject(errorInformation).reason) ?? 'no reason';
    // The request was duplicated on its way, and this response is for the second copy. CyberSource's records have the
    // first.
    if (reason === 'DUPLICATE_REQUEST') throw new ProviderUnavailable('lakaypay_card payment: it was there already');
    throw new ProviderRefused('The card could not be charged.', 'provider_error', `lakaypay_card payment: ${reason}`);
  }
  const outcome = response.status === 201 ? outcomeOf(response.body) : undefined;
  if (!outcome) throw new ProviderUnavailable(`lakaypay_card payment: no usable response (HTTP ${response.status})`);
  const providerRef = textOf(id);
  return {
    outcome,
    response: describeResult({
      decision: textOf(status),
      message: textOf(asObject(errorInformation).message),
      transactionId: providerRef,
    }),
    nextCheckAtUs: nextCheck(payment, clock()),
    ...(providerRef !== undefined && { providerRef }),
  };
}

/**
 * Looks up a charge by its name in CyberSource's records, when this store does not know whether it was requested.
 * Undefined when the records have none.
 */
export async function findCharge(parts: Parts, payment: Payment, log: Log): Promise<Verification | undefined> {
  // Looked up as if the payment never expired, so that an undecided transaction is still waited for.
  const verification = await lookUpPayment(parts, { ...payment, expiresAtUs: Number.MAX_SAFE_INTEGER }, log);
  return verification.providerRef === undefined ? undefined : verification;
}

function requestOf(payment: Payment, cardToken: string, tokenField: TokenField): JsonObject {
  const { amountMinor, currency } = payment;
  return {
    clientReferenceInformation: { code: providerReference(payment) },
    processingInformation: {
      // Without `capture` the money would only be held.
      capture: true,
      commerceIndicator: 'recurring',
      authorizationOptions: { initiator: { type: 'merchant', storedCredentialUsed: true } },
    },
    paymentInformation: { [tokenField]: { id: cardToken } },
    orderInformation: { amountDetails: { totalAmount: formatAmount(amountMinor), currency } },
  };
}

/** Undefined for an invalid response. */
function outcomeOf(body: JsonObject): Outcome | undefined {
  const { status, orderInformation, errorInformation } = body;
  switch (status) {
    case 'AUTHORIZED':
    case 'PARTIAL_AUTHORIZED': {
      const { authorizedAmount, totalAmount, currency } = asObject(asObject(orderInformation).amountDetails);
      const paid = readMoney(authorizedAmount ?? (status === 'AUTHORIZED' ? totalAmount : undefined), currency);
      return paid && { status: 'completed', paid };
    }
    case 'DECLINED':
      return {
        status: 'failed',
        failureReason: FAILURE_REASONS[textOf(asObject(errorInformation).reason) ?? ''] ?? 'declined',
        decline: readDecline(body, textOf(asObject(errorInformation).reason)),
      };
    default:
      // Pending, under review, or a new status: looked up later.
      return typeof status === 'string' ? { status: 'open' } : undefined;
  }
}
