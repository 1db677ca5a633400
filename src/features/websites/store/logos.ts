import type { Database, Transaction } from '../../../database/database.ts';
import { tableOf, text, textAs } from '../../../database/table.ts';
import type { LogoType } from '../brand.ts';

/** A logo's bytes. */
interface StoredLogo {
  readonly type: LogoType;
  readonly content: Buffer;
}

const LOGOS = tableOf<StoredLogo & { readonly hash: string; readonly websiteId: string }>('logos', {
  hash: text('hash'),
  websiteId: text('website_id'),
  type: text('type'),
  content: textAs('content', {
    write: (bytes) => bytes.toString('base64'),
    read: (stored) => Buffer.from(stored, 'base64'),
  }),
});
const CONTENTS = LOGOS.part('type', 'content');

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
  await tx.query(LOGOS.insertion(), LOGOS.valuesOf({ ...logo, websiteId }));
}

/** The logo with this hash: two websites may have the same image. */
export async function findLogo(db: Pick<Database, 'query'>, hash: string): Promise<StoredLogo | undefined> {
  const [row] = await db.query(`SELECT ${CONTENTS.columns} FROM logos WHERE hash = $1 LIMIT 1`, [hash]);
  return row && CONTENTS.read(row);
}
