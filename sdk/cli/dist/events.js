import { clientOf, connectionOf,             limitOf, text } from './given.js';
import { printResult, table } from './output.js';

export async function listEvents({ values }       )                {
  const after = text(values, 'after');
  const page = await clientOf(connectionOf(values)).events.list({
    limit: limitOf(values),
    ...(after !== undefined && { after }),
  });
  printResult(values, page, () => {
    if (page.data.length === 0) return 'No events.';
    const rows = page.data.map(({ event, data, created_at: at }) => [event, data.transaction_id, at]);
    const next = page.has_more ? `\nMore events: peye events --after ${page.next_cursor}` : '';
    return `${table(['EVENT', 'PAYMENT', 'CREATED'], rows)}${next}`;
  });
}
