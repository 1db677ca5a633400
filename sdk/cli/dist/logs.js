import { describeNetworkError, sendRequest } from './shared/cli/listen/send-request.js';
import { CommandFailure } from './shared/platform/command-failure.js';
import { printable } from './shared/platform/text/printable.js';
import { connectionOf,             limitOf, text } from './given.js';
import { printResult, table } from './output.js';

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 1024 * 1024;

export async function logs({ values }       )                {
  const found = await readRequests(connectionOf(values), {
    status: text(values, 'status'),
    error: text(values, 'error'),
    request_id: text(values, 'request'),
    per_page: String(limitOf(values)),
  });
  printResult(values, found, () => (found.length === 0 ? 'No API requests match.' : requestTable(found)));
}

function requestTable(requests                       )         {
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

async function readRequests(
  { url, key }            ,
  filters                                              ,
)                        {
  const address = new URL('/api/checkout/v1/requests', url);
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) address.searchParams.set(name, value);
  const response = await sendRequest(address, {
    method: 'GET',
    headers: { 'x-api-key': key, accept: 'application/json' },
    timeoutMs: TIMEOUT_MS,
    bodyTimeoutMs: TIMEOUT_MS,
    mostBytes: MOST_BYTES,
  }).catch((error         ) => {
    throw new CommandFailure(`the gateway at ${url} did not respond: ${describeNetworkError(error)}`);
  });
  const body = parse(response.text);
  if (response.status === 200 && Array.isArray(body?.data)) return body.data;
  const message =
    typeof body?.message === 'string' ? body.message : `the gateway at ${url} responded with ${response.status}`;
  const errors = Object.values(body?.errors ?? {}).flat();
  throw new CommandFailure([message, ...errors].map((each) => printable(String(each))).join(' '));
}

function parse(json        )                   {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
