// Everything a shop has to get right about money. A customer makes one attempt after another to pay an order. The states of an attempt:
//   starting  we requested a payment, and do not know whether it was created
//   open      the customer can pay
//   paid, failed   the gateway has reported it, and that is final
//   refused   there is no payment, or one that no customer can pay

/** The longest time that a creation takes to reach the gateway's store: a payment that is not there by then was not created. */
const STARTING_MS = 60_000;
/** An order page that waits reloads itself often. It queries the gateway less often than that. */
const ASK_AGAIN_MS = 10_000;

/**
 * Starts payments for orders and records their outcomes. `deliver(order)` is called once for an order that is paid;
 * `complain(text)` reports what only the shop's owner can resolve.
 */
export function createCashier({ peye, orders, deliver, complain, now = Date.now }) {
  const inFlight = new Set();
  const askedAt = new Map();

  /** Starts a payment of an order, unless the order has one that may still be paid. Returns the order as it is after that. */
  async function pay(id, method) {
    await refresh(id, { force: true });
    const order = orders.find(id);
    if (!mayTry(order)) return order;
    // The attempt is saved before the request to the gateway: after a second click, in a second tab and after a restart it is found.
    orders.save({ ...order, attempts: [...order.attempts, { method, status: 'starting', startedAt: now() }] });
    inFlight.add(id);
    try {
      const answer = await peye.createPayment({
        amount: order.total.minor / 100,
        currency: order.total.currency,
        payment_method: method,
        customer_name: order.name,
        ...(order.email && { customer_email: order.email }),
        // All attempts have the same reference: after a lost response, its newest payment shows whether the request created one.
        reference: order.id,
        description: order.description,
        ...order.paymentFields,
      });
      if (answer.success) return changeLast(id, startedBy(answer));
      // After these errors there is no payment. After any other error of the server a payment may exist all the same.
      if (answer.status < 500 || answer.error === 'service_unavailable') {
        return changeLast(id, { status: 'refused', reason: answer.error, fields: Object.keys(answer.errors ?? {}) });
      }
      return await lookUp(id);
    } catch (error) {
      if (error.cause?.code === 'ECONNREFUSED') return changeLast(id, { status: 'refused', reason: 'unreachable' });
      complain(`${id}: it is not known whether its payment was created: ${error.message}`);
      return orders.find(id);
    } finally {
      inFlight.delete(id);
    }
  }

  /** Queries the gateway about an order that waits: webhooks can be late, and the return of a customer proves nothing. */
  async function refresh(id, { force = false } = {}) {
    const order = orders.find(id);
    const last = order?.attempts.at(-1);
    if (order?.status !== 'open' || !['open', 'starting'].includes(last?.status)) return;
    if (!force && now() - (askedAt.get(id) ?? 0) < ASK_AGAIN_MS) return;
    askedAt.set(id, now());
    try {
      if (last.status === 'open') {
        const answer = await peye.readPayment(last.transactionId);
        if (answer.success) settle(answer.data);
      } else if (!inFlight.has(id) && now() - last.startedAt > STARTING_MS) {
        await lookUp(id);
      }
    } catch (error) {
      // The order stays as it is, and the next refresh queries it again.
      complain(`${id}: the gateway could not be reached: ${error.message}`);
    }
  }

  /** Finds out the outcome of a create request whose response was lost. */
  async function lookUp(id) {
    const answer = await peye.newestOfReference(id);
    const isKnown = (newest) => orders.find(id).attempts.some((one) => one.transactionId === newest.transaction_id);
    if (answer.status === 404 || (answer.success && isKnown(answer.data))) {
      return changeLast(id, { status: 'refused', reason: 'not_started' });
    }
    if (!answer.success) return orders.find(id);
    const { transaction_id: transactionId, amount, currency, status } = answer.data;
    // The payment's address was in the lost response. No customer has the address, so another payment may be started.
    changeLast(id, { status: 'refused', reason: 'not_started', transactionId, amount, currency });
    if (status === 'failed' || status === 'completed') settle(answer.data);
    return orders.find(id);
  }

  /** Acts once on what the gateway reports about a payment, by webhook or in response to a query. False when no order has the payment. */
  function settle(payment) {
    const order = orders.ofTransaction(payment.transaction_id);
    if (!order) return false;
    const attempt = order.attempts.find((one) => one.transactionId === payment.transaction_id);
    if (['paid', 'failed'].includes(attempt.status)) return true;
    const change = (changes, rest = {}) =>
      orders.save({
        ...order,
        ...rest,
        attempts: order.attempts.map((one) => (one === attempt ? { ...one, ...changes } : one)),
      });
    if (payment.status === 'failed') change({ status: 'failed', reason: payment.failure_reason });
    if (payment.status !== 'completed') return true;
    if (payment.amount !== attempt.amount || payment.currency !== attempt.currency) {
      complain(`${order.id} was paid with ${payment.amount} ${payment.currency}, not ${attempt.amount}`);
      change({ status: 'failed', reason: 'amount_mismatch' });
    } else if (order.status === 'paid') {
      complain(`${order.id} was paid a second time, by ${payment.transaction_id}: give that back`);
      change({ status: 'paid' });
    } else {
      deliver(change({ status: 'paid' }, { status: 'paid', paidAt: payment.completed_at }));
    }
    return true;
  }

  function changeLast(id, changes) {
    const order = orders.find(id);
    return orders.save({
      ...order,
      attempts: [...order.attempts.slice(0, -1), { ...order.attempts.at(-1), ...changes }],
    });
  }

  return { pay, refresh, settle };
}

/** Whether another payment of an order may be started: none is under way, and none was paid with a wrong amount. */
export function mayTry(order) {
  const last = order.attempts.at(-1);
  if (order.status !== 'open') return false;
  return !last || last.status === 'refused' || (last.status === 'failed' && last.reason !== 'amount_mismatch');
}

/** What the shop stores of a new payment. The response states what will be charged: dollars are converted for wallets. */
function startedBy(answer) {
  return {
    status: 'open',
    transactionId: answer.transaction_id,
    amount: answer.amount,
    currency: answer.currency,
    ...(answer.conversion && { rate: answer.conversion.exchange_rate }),
    ...(answer.payment_url && { url: answer.payment_url }),
    ...(answer.client_secret && {
      card: { clientSecret: answer.client_secret, publishableKey: answer.publishable_key },
    }),
  };
}
