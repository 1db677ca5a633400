import type { Operation } from '../openapi/document.ts';

/** A query to paste for the endpoints whose every parameter is optional. */
const QUERIES: Record<string, string> = {
  listPayments: 'status=completed&per_page=20',
  listEvents: 'limit=50',
  readExchangeRate: 'amount=1000',
};

/** A command that works when it is pasted, once the quick start's two variables are set. */
export function curl(
  baseUrl: string,
  { path, method, operation }: { path: string; method: string; operation: Operation },
  body?: unknown,
): string {
  const filled = path.replace('{transaction_id}', '$TRANSACTION_ID').replace('{reference}', 'order-1042');
  const query = QUERIES[operation.operationId];
  const lines = [
    `curl "${baseUrl}${filled}${query ? `?${query}` : ''}"`,
    ...(method === 'post' && body === undefined ? ['-X POST'] : []),
    '-H "X-Api-Key: $PEYE_KEY"',
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body, null, 2)}'`]),
  ];
  return lines.join(' \\\n  ');
}
