import assert from 'node:assert/strict';
import type { Graphql } from './graphql.ts';
import type { Shop } from './shop.ts';

/** A customer whose order waits to be paid. */
export interface Customer {
  readonly code: string;
  readonly shop: Graphql;
}

/** The result of createPeyePayment: a payment, or an error with a reason. */
export interface CreatedPayment {
  readonly __typename: 'PeyePayment' | 'PeyePaymentError';
  readonly transactionId: string;
  readonly reference: string;
  readonly paymentUrl: string;
  readonly amount: number;
  readonly currencyCode: string;
  readonly chargedAmount: string;
  readonly chargedCurrency: string;
  readonly isTest: boolean;
  readonly reason: string;
  readonly message: string;
}

/** The parts of an order that tests check. */
export interface OrderState {
  readonly state: string;
  readonly totalWithTax: number;
  readonly payments: readonly {
    readonly id: string;
    readonly state: string;
    readonly amount: number;
    readonly transactionId: string;
    readonly method: string;
    // biome-ignore lint/suspicious/noExplicitAny: whatever the handler has stored
    readonly metadata: any;
  }[];
  /** Notes that customers do not see. */
  readonly notes: readonly string[];
}

/** Orders one pound of coffee, and goes through the checkout up to the payment. */
export async function checkOut(shop: Shop, currency: 'HTG' | 'USD' = 'HTG', channel?: string): Promise<Customer> {
  const customer = shop.visit(currency, channel);
  const { addItemToOrder } = await customer(
    'mutation ($v: ID!) { addItemToOrder(productVariantId: $v, quantity: 1) { ... on Order { code } ... on ErrorResult { message } } }',
    { v: shop.productId },
  );
  await customer(`mutation {
    setCustomerForOrder(input: { firstName: "Marie", lastName: "Joseph", emailAddress: "marie@example.com" }) { __typename }
    setOrderShippingAddress(input: { streetLine1: "1 Rue Capois", countryCode: "HT", phoneNumber: "+50937000001" }) { __typename }
  }`);
  const { eligibleShippingMethods } = await customer('{ eligibleShippingMethods { id } }');
  await customer('mutation ($i: [ID!]!) { setOrderShippingMethod(shippingMethodId: $i) { __typename } }', {
    i: [eligibleShippingMethods[0].id],
  });
  await moveTo(customer, 'ArrangingPayment');
  return { code: addItemToOrder.code, shop: customer };
}

/** Moves the active order from one step of the checkout to another. */
export async function moveTo(customer: Graphql, state: string): Promise<void> {
  const { transitionOrderToState } = await customer(
    `mutation ($s: String!) { transitionOrderToState(state: $s) {
      ... on Order { state } ... on OrderStateTransitionError { transitionError } } }`,
    { s: state },
  );
  assert.equal(transitionOrderToState.state, state, JSON.stringify(transitionOrderToState));
}

export async function beginPayment({ shop }: Customer, method = 'moncash'): Promise<CreatedPayment> {
  const { createPeyePayment } = await shop(
    `mutation ($m: String!) { createPeyePayment(paymentMethodCode: $m) {
      __typename
      ... on PeyePayment {
        transactionId reference paymentUrl amount currencyCode chargedAmount chargedCurrency isTest
      }
      ... on PeyePaymentError { reason message }
    } }`,
    { m: method },
  );
  return createPeyePayment;
}

/** Queries the status of a payment, as a storefront does when the customer returns. */
export async function comeBack({ shop }: Customer, reference: string): Promise<string | null> {
  return (await shop('mutation ($r: String!) { checkPeyePayment(reference: $r) }', { r: reference })).checkPeyePayment;
}

/** Reads an order, as an administrator sees it. */
export async function orderOf({ admin }: Shop, { code }: Customer): Promise<OrderState> {
  const { orders } = await admin(
    `query ($c: String!) { orders(options: { filter: { code: { eq: $c } } }) { items {
      state totalWithTax payments { id state amount transactionId method metadata }
      history { items { type isPublic data } } } } }`,
    { c: code },
  );
  const { history, ...order } = orders.items[0];
  const notes = history.items.filter((entry: { type: string }) => entry.type === 'ORDER_NOTE');
  assert.ok(notes.every((entry: { isPublic: boolean }) => !entry.isPublic));
  return { ...order, notes: notes.map((entry: { data: { note: string } }) => entry.data.note) };
}
