import { FOLLOW_ONS } from './follow-on.ts';
import type { RestResponse } from './rest-response.ts';
import type { SecureAcceptanceState } from './state.ts';
import { type Application, readAmount, type Transaction, writeAmount } from './transactions.ts';

type Json = Readonly<Record<string, unknown>>;

const DONE = { reasonCode: '100', rMessage: 'Request was processed successfully.' };
const DECLINED = { reasonCode: '233', rMessage: 'General decline by the processor.' };

/**
 * `POST /pts/v2/payments/ID/refunds`: returns a part of a charge, or all of it. As often as it is sent, and whatever was returned before: it is
 * not known that the real server checks either.
 */
export function refundCharge(state: SecureAcceptanceState, id: string, body: Json): RestResponse {
  const charge = chargeOf(state, id);
  if (!charge) return NOT_FOUND;
  const { code } = within(body.clientReferenceInformation);
  const { totalAmount, currency } = within(within(body.orderInformation).amountDetails);
  const { merchantCustomerId: customerId } = within(body.buyerInformation);
  if (!isCode(code)) return invalid('INVALID_DATA');
  const amountMinor = typeof totalAmount === 'string' ? readAmount(totalAmount) : undefined;
  if (!amountMinor || amountMinor > takenOf(charge)) return invalid('INVALID_AMOUNT');
  if (currency !== charge.currency) return invalid('INVALID_DATA');
  if (customerId !== undefined && (typeof customerId !== 'string' || customerId.length > 100))
    return invalid('INVALID_DATA');
  if (isVoided(state, id)) return invalid('CAPTURE_ALREADY_VOIDED');
  const { refundOutcome: outcome } = state.faults;
  if (outcome === 'refused') return invalid('ACCOUNT_NOT_ALLOWED_CREDIT');
  const isDeclined = outcome === 'declined';
  const add = () =>
    follow(state, charge, {
      reference: code,
      amountMinor,
      application: { name: FOLLOW_ONS.refund, ...(isDeclined ? DECLINED : DONE) },
      ...(typeof customerId === 'string' && { customerId }),
    });
  const made = add();
  if (outcome === 'doubled') add();
  if (outcome === 'duplicate') return invalid('DUPLICATE_REQUEST');
  return {
    status: 201,
    body: {
      ...opening(made, isDeclined ? 'DECLINED' : 'PENDING'),
      refundAmountDetails: { refundAmount: writeAmount(amountMinor), currency },
      ...(isDeclined && { errorInformation: { reason: 'PROCESSOR_DECLINED', message: DECLINED.rMessage } }),
    },
  };
}

/** `POST /pts/v2/payments/ID/voids`: cancels a charge that the processor does not have yet. A refused void is recorded too. */
export function voidCharge(state: SecureAcceptanceState, id: string, body: Json): RestResponse {
  const charge = chargeOf(state, id);
  if (!charge) return NOT_FOUND;
  const { code } = within(body.clientReferenceInformation);
  if (!isCode(code)) return invalid('INVALID_DATA');
  const isPossible = state.now() - charge.atMs < state.faults.voidableMs && !isVoided(state, id);
  const made = follow(state, charge, {
    reference: code,
    amountMinor: 0,
    application: isPossible
      ? { name: FOLLOW_ONS.void, ...DONE }
      : { name: FOLLOW_ONS.void, reasonCode: '246', rMessage: 'The capture is not voidable.' },
  });
  return isPossible ? { status: 201, body: opening(made, 'VOIDED') } : invalid('NOT_VOIDABLE');
}

const NOT_FOUND: RestResponse = {
  status: 404,
  body: { status: 'NOT_FOUND', message: 'The requested resource does not exist.' },
};

function invalid(reason: string): RestResponse {
  return { status: 400, body: { status: 'INVALID_REQUEST', reason, message: 'The request cannot be processed.' } };
}

function opening({ id, atMs, reference }: Transaction, status: string): Json {
  return {
    id,
    submitTimeUtc: new Date(atMs).toISOString(),
    status,
    clientReferenceInformation: { code: reference },
  };
}

function follow(
  { transactions }: SecureAcceptanceState,
  charge: Transaction,
  {
    application,
    ...given
  }: Pick<Transaction, 'reference' | 'amountMinor' | 'customerId'> & { readonly application: Application },
): Transaction {
  return transactions.add({
    ...given,
    currency: charge.currency,
    approvedMinor: null,
    cardNumber: charge.cardNumber,
    applications: [application],
    token: null,
    status: null,
    rootId: charge.rootId ?? charge.id,
    parentId: charge.id,
  });
}

function chargeOf({ transactions }: SecureAcceptanceState, id: string): Transaction | undefined {
  const found = transactions.find(id);
  return found?.status === 'paid' ? found : undefined;
}

function takenOf({ approvedMinor, amountMinor }: Transaction): number {
  return approvedMinor ?? amountMinor;
}

function isVoided({ transactions }: SecureAcceptanceState, id: string): boolean {
  const isVoid = ({ name, reasonCode }: Application) => name !== FOLLOW_ONS.refund && reasonCode === '100';
  return transactions.all().some(({ parentId, applications }) => parentId === id && applications.some(isVoid));
}

function isCode(code: unknown): code is string {
  return typeof code === 'string' && code !== '' && code.length <= 50;
}

function within(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
