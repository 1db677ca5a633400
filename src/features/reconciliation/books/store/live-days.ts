import type { Row } from '../../../../database/database.ts';
import type { Reader } from '../../../../database/read-only-store.ts';

/**
 * When the first live payment at or after a moment was created; undefined when there is none. Microseconds since 1970.
 */
export async function findNextLivePayment(reader: Reader, fromUs: number): Promise<number | undefined> {
  const [row] = await reader.query<Row & { created_at_us: number }>(
    "SELECT p.created_at_us FROM payments p WHERE p.mode = 'live' AND p.created_at_us >= $1 ORDER BY p.created_at_us, p.id LIMIT 1",
    [fromUs],
  );
  return row?.created_at_us;
}
