import { describeNetworkError, sendRequest } from '../../../src/cli/listen/send-request.ts';
import { CommandFailure } from '../../../src/platform/command-failure.ts';
import { printable } from '../../../src/platform/text/printable.ts';
import { connectionOf, type Given, limitOf, text } from './given.ts';
import { printResult, table } from './output.ts';
import type { Connection } from './profiles.ts';

const TIMEOUT_MS = 30_000;
/** More than a page of the log has. */
const MOST_BYTES = 1024 * 1024;

/** A line of the request log. */
interface ApiRequest {
  readonly request_id: string;
  readonly created_at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly error: string | null;
  readonly duration_us: number;
}

/** What the gateway responds with; another server may respond with anything. */
interface Body {
  readonly data?: ApiRequest[];
  readonly message?: string;
  readonly errors?: Record<string, string[]>;
}

/** `peye logs`: the last API requests of the key's website. */
export async function logs({ values }: Given): Promise<void> {
  const found = await readRequests(connectionOf(values), {
    status: text(values, 'status'),
    error: text(values, 'error'),
    request_id: text(values, 'request'),
    per_page: String(limitOf(values)),
  });
  printResult(values, found, () => (found.length === 0 ? 'No API requests match.' : requestTable(found)));
}

function requestTable(requests: readonly ApiRequest[]): string {
  return table(
    ['TIME', 'STATUS', 'METHOD', 'PATH', 'ERROR', 'MS', 'REQUEST'],
    requests.map(({ created_at: at, status, method, path, error, duration_us: us, request_id: id }) => [
      at,
      String(status),
      method,
      path,
      error,
      String(Math.max(1, Math.round(us / 1000))),
      id,
    ]),
  );
}

/** A page of the request log. Throws CommandFailure with the gateway's message. */
async function readRequests(
  { url, key }: Connection,
  filters: Readonly<Record<string, string | undefined>>,
): Promise<ApiRequest[]> {
  const address = new URL('/api/checkout/v1/requests', url);
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) address.searchParams.set(name, value);
  const response = await sendRequest(address, {
    method: 'GET',
    headers: { 'x-api-key': key, accept: 'application/json' },
    timeoutMs: TIMEOUT_MS,
    bodyTimeoutMs: TIMEOUT_MS,
    mostBytes: MOST_BYTES,
  }).catch((error: unknown) => {
    throw new CommandFailure(`the gateway at ${url} did not respond: ${describeNetworkError(error)}`);
  });
  const body = parse(response.text);
  if (response.status === 200 && Array.isArray(body?.data)) return body.data;
  const message =
    typeof body?.message === 'string' ? body.message : `the gateway at ${url} responded with ${response.status}`;
  const errors = Object.values(body?.errors ?? {}).flat();
  throw new CommandFailure([message, ...errors].map((each) => printable(String(each))).join(' '));
}

function parse(json: string): Body | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
