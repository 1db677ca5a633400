import type { RestResponse } from './rest-response.ts';
import type { SecureAcceptanceState } from './state.ts';
import { processorInformation } from './transaction-json.ts';
import { readAmount, type Transaction, writeAmount } from './transactions.ts';
import { applicationsOf } from './try-card.ts';

type Json = Readonly<Record<string, unknown>>;

/** The outcome of a charge, in the words of both interfaces. */
const OUTCOMES = {
  authorized: { status: 'AUTHORIZED', reasonCode: '100', reason: null },
  declined: { status: 'DECLINED', reasonCode: '203', reason: 'PROCESSOR_DECLINED' },
  insufficient_fund: { status: 'DECLINED', reasonCode: '204', reason: 'INSUFFICIENT_FUND' },
  expired_card: { status: 'DECLINED', reasonCode: '202', reason: 'EXPIRED_CARD' },
  partial: { status: 'PARTIAL_AUTHORIZED', reasonCode: '110', reason: null },
  review: { status: 'AUTHORIZED_PENDING_REVIEW', reasonCode: '480', reason: null },
  duplicate: { status: 'AUTHORIZED', reasonCode: '100', reason: null },
  timeout: { status: 'SERVER_ERROR', reasonCode: '151', reason: 'SERVER_TIMEOUT' },
} as const;

const DUPLICATE: RestResponse = { status: 400, body: { status: 'INVALID_REQUEST', reason: 'DUPLICATE_REQUEST' } };

/** `POST /pts/v2/payments` for a stored card. Without `capture` the money is only held. */
export function chargeToken(state: SecureAcceptanceState, body: Json): RestResponse {
  const read = readRequest(state, body);
  if (typeof read === 'string') {
    const message = 'One or more fields in the request contains invalid data.';
    return {
      status: 400,
      body: { status: 'INVALID_REQUEST', reason: 'INVALID_DATA', message, details: [{ field: read }] },
    };
  }
  const { reference, currency, cardNumber, token, isCaptured } = read;
  if (isDuplicate(state, reference)) return DUPLICATE;
  const { wrongAmountMinor, tokenCharge, declineCode, adviceCode } = state.faults;
  const { status, reasonCode, reason } = OUTCOMES[tokenCharge];
  const amountMinor = wrongAmountMinor ?? read.amountMinor;
  const approvedMinor =
    status === 'AUTHORIZED' ? amountMinor : tokenCharge === 'partial' ? Math.floor(amountMinor / 2) : null;
  const transaction = state.transactions.add({
    reference,
    amountMinor,
    currency,
    approvedMinor,
    cardNumber,
    applications: applicationsOf(reasonCode, reason ?? 'Request was processed.', {
      isSale: isCaptured,
      isReview: tokenCharge === 'review',
    }),
    token,
    decline: status === 'DECLINED' ? { responseCode: declineCode, adviceCode } : null,
    status: status === 'DECLINED' ? 'failed' : approvedMinor !== null && isCaptured ? 'paid' : 'open',
  });
  if (tokenCharge === 'duplicate') return DUPLICATE;
  if (status === 'SERVER_ERROR') return { status: 502, body: { id: transaction.id, status, reason } };
  return {
    status: 201,
    body: {
      id: transaction.id,
      submitTimeUtc: new Date(transaction.atMs).toISOString(),
      status,
      clientReferenceInformation: { code: reference },
      orderInformation: {
        amountDetails: {
          ...(approvedMinor !== null && { authorizedAmount: writeAmount(approvedMinor) }),
          currency,
        },
      },
      ...processorInformation(transaction),
      ...(reason !== null && { errorInformation: { reason, message: 'Decline - the card was not accepted.' } }),
    },
  };
}

/** Whether the same code was used a short time ago. A charge that is refused for this is not in the records. */
function isDuplicate({ transactions, faults, now }: SecureAcceptanceState, code: string): boolean {
  return transactions
    .all()
    .some(({ reference, atMs }) => reference === code && now() - atMs < faults.duplicateWindowMs);
}

/** The charge that a request describes, or the name of a field that is wrong. */
function readRequest(
  { tokens }: SecureAcceptanceState,
  body: Json,
):
  | string
  | (Pick<Transaction, 'reference' | 'amountMinor' | 'currency' | 'cardNumber'> & {
      token: string;
      isCaptured: boolean;
    }) {
  const { code } = within(body.clientReferenceInformation);
  if (typeof code !== 'string' || code === '' || code.length > 50) return 'clientReferenceInformation.code';
  const { customer, legacyToken } = within(body.paymentInformation);
  if ((customer === undefined) === (legacyToken === undefined)) return 'paymentInformation';
  const { id: token } = within(customer ?? legacyToken);
  const card = typeof token === 'string' ? tokens.get(token) : undefined;
  if (typeof token !== 'string' || !card) return 'paymentInformation.customer.id';
  const { totalAmount, currency } = within(within(body.orderInformation).amountDetails);
  const amountMinor = typeof totalAmount === 'string' ? readAmount(totalAmount) : undefined;
  if (amountMinor === undefined || amountMinor === 0) return 'orderInformation.amountDetails.totalAmount';
  if (currency !== 'HTG' && currency !== 'USD') return 'orderInformation.amountDetails.currency';
  const { capture } = within(body.processingInformation);
  return { reference: code, amountMinor, currency, cardNumber: card.cardNumber, token, isCaptured: capture === true };
}

function within(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
