import type { Order } from './orders.ts';
import { type ApiResponse, errorResponse } from './responses.ts';
import type { MoncashState } from './state.ts';

/** The response of both queries. An unpaid order is not found, like one that does not exist. */
export function retrievePayment({ faults, now }: MoncashState, path: string, order: Order | undefined): ApiResponse {
  if (!order?.charge) return errorResponse(404, path, 'Transaction Not Found', now());
  const { transactionId, costMinor, payer } = order.charge;
  const cost = (faults.wrongAmountMinor ?? costMinor) / 100;
  return {
    status: 200,
    body: {
      path,
      payment: {
        reference: faults.reference ?? order.orderId,
        transaction_id: transactionId,
        cost: faults.costAs === 'string' ? String(cost) : cost,
        message: faults.status ?? 'successful',
        payer: faults.payer ?? payer,
      },
      timestamp: now(),
      status: 200,
    },
  };
}
