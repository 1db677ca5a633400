import type { LogoType } from '../../../core/brand.ts';
import type { Database, Row, Transaction } from '../../../database/database.ts';

/** A logo's bytes. */
interface StoredLogo {
  readonly type: LogoType;
  readonly content: Buffer;
}

/** Replaces a website's logo; null removes it. Its metadata is in the row of the website. */
export async function replaceLogo(
  tx: Transaction,
  { websiteId, formerHash }: { websiteId: string; formerHash: string | null },
  logo: (StoredLogo & { readonly hash: string }) | null,
): Promise<void> {
  if (formerHash !== null) {
    await tx.query('DELETE FROM logos WHERE hash = $1 AND website_id = $2', [formerHash, websiteId]);
  }
  if (logo === null) return;
  await tx.query('INSERT INTO logos (hash, website_id, type, content) VALUES ($1, $2, $3, $4)', [
    logo.hash,
    websiteId,
    logo.type,
    logo.content.toString('base64'),
  ]);
}

/** The logo with this hash: two websites may have the same image. */
export async function findLogo(db: Pick<Database, 'query'>, hash: string): Promise<StoredLogo | undefined> {
  const [row] = await db.query<Row & { type: LogoType; content: string }>(
    'SELECT type, content FROM logos WHERE hash = $1 LIMIT 1',
    [hash],
  );
  return row && { type: row.type, content: Buffer.from(row.content, 'base64') };
}
