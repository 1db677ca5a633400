import type { Exchange, HistoryEntry } from '../../core/payment-history.ts';
import { formatTimestamp } from '../../core/timestamps.ts';

/** An entry of a payment's history as JSON: its time, kind and details. Requests and responses are texts. */
export function historyJson(entry: HistoryEntry): Record<string, unknown> {
  const { id, kind, atUs } = entry;
  const at = { id, kind, at: formatTimestamp(atUs) };
  switch (entry.kind) {
    case 'step':
      return { ...at, step: entry.step.name, ...entry.step.facts };
    case 'asked':
    case 'told':
      return { ...at, ...exchangeJson(entry.exchange) };
    case 'note':
      return { ...at, text: entry.text, author_kind: entry.author.kind, author: entry.author.name };
  }
}

function exchangeJson({ provider, operation, status, error, ms, request, response, isProven }: Exchange) {
  return {
    provider,
    operation,
    status_code: status,
    error,
    duration_ms: ms,
    ...(isProven !== null && { is_proven: isProven }),
    request,
    response,
  };
}
