import { randomInt } from 'node:crypto';
import type { Actor } from '../../core/actor.ts';
import { MODES, type Mode } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { newId } from '../../platform/secrets/secrets.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { factsOfPicture, type Picture } from '../websites/brand.ts';
import { requireApiKey } from '../websites/key-verbs.ts';
import { requireWebsite } from '../websites/require-website.ts';
import { type ApiKey, listApiKeys } from '../websites/store/api-keys.ts';
import { findPicture, replacePicture } from '../websites/store/pictures.ts';
import { pictureFacts } from './change-link.ts';
import { linkFacts } from './link-json.ts';
import { checkLink, type LinkFields } from './link-rules.ts';
import { newLinkCode, type PaymentLink } from './payment-link.ts';
import { findLink, insertLink } from './store/payment-links.ts';

/**
 * How many codes are drawn at most until one is free. With ten thousand links, one draw in ten million yields a code
 * that exists.
 */
const MAX_DRAWS = 8;

/** The link to create. */
export interface NewLink extends LinkFields {
  readonly websiteId: string;
  readonly mode: Mode;
  /** The key of the link's payments; when missing, the website's oldest active key of this mode. */
  readonly keyId?: string | undefined;
  /**
   * Whether a merchant creates the link through the API, with `keyId`. API calls of merchants are not in the audit log.
   */
  readonly isByKey?: boolean;
  /** The id of a link whose picture is copied to the new link. */
  readonly pictureOf?: string | undefined;
  /**
   * Forms pass an id that was generated in advance, so that a form sent twice creates one link. A missing id is
   * generated now.
   */
  readonly id?: string;
}

/**
 * Creates a payment link, and returns it. Throws OperatorError for an invalid field, when a link with this id already
 * exists, and when the website or a key of the mode is missing or deactivated.
 */
export async function createLink(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  { websiteId, mode, keyId, isByKey = false, pictureOf, id = newId('lnk'), ...fields }: NewLink,
): Promise<PaymentLink> {
  if (!MODES.includes(mode)) throw new OperatorError('invalid', 'mode', refusal('modeUnknown', { modes: MODES }));
  const website = await requireWebsite(db, websiteId);
  if (website.deactivatedAtUs !== null) {
    const command = `peye websites activate ${websiteId}`;
    throw new OperatorError('conflict', 'website_id', refusal('websiteInactive', { id: websiteId, command }));
  }
  const key = keyId === undefined ? await findUsableKey(db, websiteId, mode) : await requireApiKey(db, keyId);
  if (key.websiteId !== websiteId || key.mode !== mode) {
    throw new OperatorError('conflict', 'key_id', refusal('keyOfOtherMode', { id: key.id, mode }));
  }
  if (key.deactivatedAtUs !== null) {
    throw new OperatorError('conflict', 'key_id', refusal('keyInactive', { id: key.id }));
  }
  const picture = pictureOf === undefined ? null : await readPicture(db, pictureOf);
  const createdAtUs = Math.floor(clock());
  const link: Omit<PaymentLink, 'code'> = {
    id,
    websiteId,
    apiKeyId: key.id,
    mode,
    ...checkLink(fields, createdAtUs),
    createdAtUs,
    createdBy: isByKey ? key.id : actor.name,
    deactivatedAtUs: null,
    picture: factsOfPicture(picture),
    openPayments: 0,
    paidPayments: 0,
    failedPayments: 0,
    openUnits: 0,
    paidUnits: 0,
    paidHtgMinor: 0,
    paidUsdMinor: 0,
  };
  for (let draw = 1; draw <= MAX_DRAWS; draw++) {
    const coded = { ...link, code: newLinkCode(randomInt) };
    const isStored = await db.transaction(async (tx) => {
      if (!(await insertLink(tx, coded))) return false;
      await replacePicture(tx, { store: 'link_pictures', ownerId: id, formerHash: null }, picture);
      if (isByKey) return true;
      const subject = { kind: 'link', id } as const;
      const after = { ...linkFacts(coded), ...(picture && pictureFacts(coded)) };
      await recordChange(tx, { actor, clock }, { action: 'link.create', subject, websiteId, after });
      return true;
    });
    if (isStored) return coded;
  }
  throw new OperatorError('conflict', 'id', refusal('linkExists', { id }));
}

/** A link's picture with its bytes; null when it has none. */
async function readPicture(db: Database, linkId: string): Promise<(Picture & { readonly content: Buffer }) | null> {
  const facts = (await findLink(db, linkId))?.picture;
  const stored = facts && (await findPicture(db, 'link_pictures', facts.hash));
  return facts && stored ? { ...facts, content: stored.content } : null;
}

async function findUsableKey(db: Database, websiteId: string, mode: Mode): Promise<ApiKey> {
  const keys = await listApiKeys(db, websiteId);
  const key = keys.find((each) => each.mode === mode && each.deactivatedAtUs === null);
  if (key) return key;
  const command = `peye keys create --website ${websiteId} --mode ${mode}`;
  throw new OperatorError('conflict', 'key_id', refusal('keyMissing', { mode, command }));
}
