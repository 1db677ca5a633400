import { API, type ApiResponse } from '../test/support/gateway.ts';
import type { Scenario } from './goals.ts';
import { apiHeaders, type Load } from './load/run-load.ts';
import { PAYMENT_BODY, paymentBody, RANDOM_BODY } from './payment-bodies.ts';
import type { BenchGateway } from './start-bench-gateway.ts';

const UNKNOWN_KEY = `tk_test_${'x'.repeat(40)}`;
const UNKNOWN_PAYMENT = '123456789012345';
export const PREPARED_PAYMENTS = 500;
const AT_ONCE = 50;

/** A gateway with payments to read. */
export interface FilledGateway extends BenchGateway {
  readonly ids: readonly string[];
}

/** The request of a scenario, which is sent again and again, and the expected status. */
interface ScenarioRequest {
  readonly method: 'GET' | 'POST';
  readonly status: number;
  readonly key?: string;
  /** For POST the bodies, for GET the paths below the API's base. */
  readonly lines: readonly string[];
}

/** Creates payments, and makes sure that each was a 201 with a unique id and can be read. */
export async function withPayments(gateway: BenchGateway): Promise<FilledGateway> {
  const { api } = gateway;
  const responses: ApiResponse[] = [];
  while (responses.length < PREPARED_PAYMENTS) {
    const first = responses.length;
    const batch = Array.from({ length: AT_ONCE }, (_, index) => api.post('/payments', paymentBody(first + index)));
    responses.push(...(await Promise.all(batch)));
  }
  const ids = responses.map((response) => {
    if (response.status !== 201) throw new Error(`a creation got ${response.status}: ${response.text}`);
    return response.json.transaction_id as string;
  });
  if (new Set(ids).size !== ids.length) throw new Error('two creations returned one transaction id');
  for (const id of ids.slice(0, 20)) {
    const { status, json } = await api.get(`/payments/${id}`);
    if (status !== 200 || json.data.transaction_id !== id) throw new Error(`payment ${id} cannot be read: ${status}`);
  }
  return { ...gateway, ids };
}

/** The load of a scenario on a gateway, or with the same bytes on the server at another origin. */
export function loadOf(scenario: Scenario, gateway: FilledGateway, origin = gateway.url): Load {
  const { method, key = gateway.key, lines, status } = asked(scenario, gateway);
  return {
    method,
    url: method === 'POST' ? `${origin}${API}/payments` : origin,
    headers: apiHeaders(method, key),
    lines: method === 'POST' ? lines : lines.map((path) => `${API}${path}`),
    isRefused: status >= 400,
  };
}

export interface Sample {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * One response of a gateway, or of another origin that should respond in the same way. Throws when the status is not the one that the
 * scenario expects.
 */
export async function sampleOf(scenario: Scenario, gateway: FilledGateway, origin = gateway.url): Promise<Sample> {
  const { method, key = gateway.key, lines, status } = asked(scenario, gateway);
  const isPost = method === 'POST';
  const ask = () =>
    fetch(`${origin}${API}${isPost ? '/payments' : lines[0]}`, {
      method,
      headers: apiHeaders(method, key),
      ...(isPost && { body: lines[0]! }),
    });
  let response = await ask();
  // The limit allows one request a minute, and refuses from the second one on.
  if (scenario === 'e429' && response.status !== status) {
    await response.arrayBuffer();
    response = await ask();
  }
  const body = await response.text();
  if (response.status !== status) throw new Error(`${scenario}: ${response.status} instead of ${status}: ${body}`);
  // Every server in Node adds the date and the headers of the connection by itself.
  const { connection, date, 'keep-alive': _, 'content-length': __, ...headers } = Object.fromEntries(response.headers);
  return { status, headers, body };
}

function asked(scenario: Scenario, { ids }: FilledGateway): ScenarioRequest {
  const reads = ids.map((id) => `/payments/${id}`);
  switch (scenario) {
    case 'post':
      return { method: 'POST', status: 201, lines: [PAYMENT_BODY] };
    case 'postRandom':
      return { method: 'POST', status: 201, lines: [RANDOM_BODY] };
    case 'get':
      return { method: 'GET', status: 200, lines: reads };
    case 'list':
      return { method: 'GET', status: 200, lines: ['/payments?per_page=20'] };
    case 'e401':
      return { method: 'GET', status: 401, key: UNKNOWN_KEY, lines: reads };
    case 'e404':
      return { method: 'GET', status: 404, lines: [`/payments/${UNKNOWN_PAYMENT}`] };
    case 'e422':
      return { method: 'POST', status: 422, lines: [JSON.stringify({ ...JSON.parse(PAYMENT_BODY), amount: -5 })] };
    case 'e429':
      return { method: 'GET', status: 429, lines: reads };
  }
}
