import {
  CREATE_REQUESTS,
  CREATED_RESPONSES,
  EVENTS_RESPONSES,
  EXCHANGE_RATE_RESPONSES,
  FAIL_REQUESTS,
  LIST_RESPONSES,
  PAYMENT_RESPONSES,
  VERIFY_RESPONSES,
} from '../api/schemas/examples.ts';

type Examples = Readonly<Record<string, { readonly value: unknown }>>;

/** The short request of the quick start, and the response to reading its payment, where fields that were not sent are null. */
const { amount, currency, payment_method, customer_name, reference } = CREATE_REQUESTS.moncash.value;
const QUICK_START = { amount, currency, payment_method, customer_name, reference };
const { data } = PAYMENT_RESPONSES.completed.value;
const QUICK_START_COMPLETED = {
  success: true,
  data: { ...data, description: null, customer: { name: customer_name, email: null, phone: null }, metadata: null },
};

const BODIES: Examples = { quick_start: { value: QUICK_START }, ...CREATE_REQUESTS, ...FAIL_REQUESTS };

const RESPONSES: Readonly<Record<string, Examples>> = {
  created: { quick_start: CREATED_RESPONSES.moncash, ...CREATED_RESPONSES },
  payment: { quick_start_completed: { value: QUICK_START_COMPLETED }, ...PAYMENT_RESPONSES },
  list: LIST_RESPONSES,
  verification: VERIFY_RESPONSES,
  events: EVENTS_RESPONSES,
  rate: EXCHANGE_RATE_RESPONSES,
};

/** The request body that topics show by this name. */
export function shownBody(name: string): unknown {
  const example = BODIES[name];
  if (!example) throw new Error(`there is no example of a request called "${name}"`);
  return example.value;
}

/** The response that topics show under this name. */
export function shownResponse(kind: string, name: string): unknown {
  const example = RESPONSES[kind]?.[name];
  if (!example) throw new Error(`there is no example of a response called "${kind} ${name}"`);
  return example.value;
}
