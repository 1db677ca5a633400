import type { Database, Transaction } from '../../../database/database.ts';
import { tableOf, text, textAs } from '../../../database/table.ts';
import type { PictureType } from '../brand.ts';

/** A picture's bytes. */
interface StoredPicture {
  readonly type: PictureType;
  readonly content: Buffer;
}

/** The table with the bytes of one kind of pictures. The other facts about a picture are in its owner's row. */
function picturesIn(table: string, ownerColumn: string) {
  return tableOf<StoredPicture & { readonly hash: string; readonly ownerId: string }>(table, {
    hash: text('hash'),
    ownerId: text(ownerColumn),
    type: text('type'),
    content: textAs('content', {
      write: (bytes) => bytes.toString('base64'),
      read: (stored) => Buffer.from(stored, 'base64'),
    }),
  });
}

const STORES = {
  /** Of websites. */
  logos: { owner: 'website_id', table: picturesIn('logos', 'website_id') },
  /** Of payment links. */
  link_pictures: { owner: 'link_id', table: picturesIn('link_pictures', 'link_id') },
} as const;
export type PictureStore = keyof typeof STORES;

/** Replaces an owner's picture; null removes it. */
export async function replacePicture(
  tx: Transaction,
  { store, ownerId, formerHash }: { store: PictureStore; ownerId: string; formerHash: string | null },
  picture: (StoredPicture & { readonly hash: string }) | null,
): Promise<void> {
  const { owner, table } = STORES[store];
  if (formerHash !== null) {
    await tx.query(`DELETE FROM ${store} WHERE hash = $1 AND ${owner} = $2`, [formerHash, ownerId]);
  }
  if (picture === null) return;
  await tx.query(table.insertion(), table.valuesOf({ ...picture, ownerId }));
}

/** The picture with this hash: two owners may have the same one. */
export async function findPicture(
  db: Pick<Database, 'query'>,
  store: PictureStore,
  hash: string,
): Promise<StoredPicture | undefined> {
  const contents = STORES[store].table.part('type', 'content');
  const [row] = await db.query(`SELECT ${contents.columns} FROM ${store} WHERE hash = $1 LIMIT 1`, [hash]);
  return row && contents.read(row);
}
