import { API } from '../../support/gateway.ts';
import type { Answer, AskedKind, Mode, ShownPayment } from '../check/history.ts';

/** How long a request waits for its response. The gateway responds sooner. */
const PATIENCE_MS = 30_000;
const SHOWN_OF_ERRORS = 200;

export interface ApiRequest {
  readonly kind: AskedKind;
  readonly mode: Mode;
  readonly method?: 'GET' | 'POST';
  /** The path below the API's base. */
  readonly path: string;
  readonly body?: object;
  readonly reference?: string;
  readonly id?: string;
}

/** A response, with the parts that a client needs but that are not recorded. */
export interface Heard extends Answer {
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape arrive here
  readonly json: any;
  readonly retryAfterMs: number;
}

/** Sends a request to the gateway, and returns its outcome, whatever that is. Each response goes to `record`. */
export function asker(
  url: string,
  keys: Readonly<Record<Mode, string>>,
  record: (answer: Answer) => void,
): (request: ApiRequest) => Promise<Heard> {
  return async ({ kind, mode, method = 'GET', path, body, reference = null, id = null }) => {
    const startedMs = Date.now();
    const headers = { 'x-api-key': keys[mode], ...(body && { 'content-type': 'application/json' }) };
    let status: number | null = null;
    let text = '';
    let error: string | null = null;
    let retryAfterMs = 1_000;
    try {
      const response = await fetch(`${url}${API}${path}`, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(body && { body: JSON.stringify(body) }),
      });
      text = await response.text();
      status = response.status;
      retryAfterMs = Number(response.headers.get('retry-after') ?? 1) * 1000;
    } catch (thrown) {
      error = reasonOf(thrown as Error);
    }
    const json = parsed(text);
    if (status !== null && status >= 400) error = text.slice(0, SHOWN_OF_ERRORS);
    const answer = {
      kind,
      mode,
      reference,
      id,
      startedMs,
      endedMs: Date.now(),
      status,
      payment: shownIn(json, reference),
      error,
    };
    record(answer);
    return { ...answer, json, retryAfterMs };
  };
}

/** The values of a payment in a response of the API. `asked` is the reference in the request. */
export function shownPayment(data: Record<string, unknown>, asked: string | null = null): ShownPayment {
  return {
    id: String(data.transaction_id),
    // The response to a creation does not repeat the reference.
    reference: data.reference === undefined || data.reference === null ? asked : String(data.reference),
    amount: String(data.amount),
    currency: String(data.currency),
    status: String(data.status),
  };
}

/** The response to a creation is the payment itself; all others have it as `data`. */
function shownIn(json: Record<string, unknown> | undefined, asked: string | null): ShownPayment | null {
  const data = (json?.data ?? json) as Record<string, unknown> | undefined;
  return data && !Array.isArray(data) && data.transaction_id !== undefined && data.amount !== undefined
    ? shownPayment(data, asked)
    : null;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: Error): string {
  const { cause } = error as { cause?: { code?: string; message?: string } };
  return `${error.name}: ${cause?.code ?? cause?.message ?? error.message}`;
}
