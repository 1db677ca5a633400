import { cardType } from './cards.ts';
import { type Transaction, writeAmount } from './transactions.ts';

/**
 * A transaction as searches and lookups return it. Only a lookup returns the approved amount, and the transaction that this one follows.
 */
export function transactionJson(transaction: Transaction, merchantId: string): Record<string, unknown> {
  const { id, atMs, reference, amountMinor, currency, applications, cardNumber, token, customerId } = transaction;
  return {
    id,
    submitTimeUtc: `${new Date(atMs).toISOString().slice(0, 19)}Z`,
    merchantId,
    applicationInformation: {
      reasonCode: applications.find(({ reasonCode }) => reasonCode !== '100')?.reasonCode ?? '100',
      applications: applications.map(({ name, reasonCode, rMessage }) => ({
        name,
        reasonCode,
        rCode: reasonCode === '100' ? '1' : '0',
        rFlag: reasonCode === '100' ? 'SOK' : 'DCARDREFUSED',
        rMessage,
      })),
    },
    clientReferenceInformation: { code: reference },
    ...(customerId !== undefined && { buyerInformation: { merchantCustomerId: customerId } }),
    // A void names no amount.
    ...(amountMinor > 0 && {
      orderInformation: { amountDetails: { totalAmount: writeAmount(amountMinor), currency } },
    }),
    paymentInformation: {
      ...(cardNumber !== '' && {
        card: { prefix: cardNumber.slice(0, 6), suffix: cardNumber.slice(-4), type: cardType(cardNumber) },
      }),
      ...(token !== null && { customer: { id: token } }),
    },
  };
}

export function transactionDetailJson(transaction: Transaction, merchantId: string): Record<string, unknown> {
  const { id, amountMinor, approvedMinor, currency, rootId, parentId } = transaction;
  return {
    ...transactionJson(transaction, merchantId),
    rootId: rootId ?? id,
    ...(parentId !== undefined && { _links: { relatedTransactions: [{ href: addressOf(parentId), method: 'GET' }] } }),
    ...processorInformation(transaction),
    ...(amountMinor > 0 && {
      orderInformation: {
        amountDetails: {
          totalAmount: writeAmount(amountMinor),
          currency,
          ...(approvedMinor !== null && { authorizedAmount: writeAmount(approvedMinor) }),
        },
      },
    }),
  };
}

function addressOf(id: string): string {
  return `https://api.cybersource.com/tss/v2/transactions/${id}`;
}

/** The codes of a decline, in responses to charges and in lookups. */
export function processorInformation({ decline }: Transaction): Record<string, unknown> {
  if (!decline || (decline.responseCode === null && decline.adviceCode === null)) return {};
  const { responseCode, adviceCode } = decline;
  return {
    processorInformation: {
      ...(responseCode !== null && { responseCode }),
      ...(adviceCode !== null && { merchantAdvice: { code: adviceCode, codeRaw: adviceCode } }),
    },
  };
}
