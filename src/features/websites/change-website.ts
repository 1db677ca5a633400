import type { Actor } from '../../core/actor.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { checkAll, OperatorError, refuseField } from '../../platform/operator-error.ts';
import type { SecretBox } from '../../platform/secrets/secrets.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { type AuditAction, type AuditFacts, changedFacts } from '../audit/audit.ts';
import { refuseEditConflict } from '../audit/edit-conflict.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { factsOfPicture } from './brand.ts';
import { failWithoutWebsite } from './require-website.ts';
import { replacePicture } from './store/pictures.ts';
import { lockWebsite, type SealedSigner, updateWebsite, type Website } from './store/websites.ts';
import { sealedSigner } from './webhook-secrets.ts';
import { websiteFacts } from './website-json.ts';
import { checkRateLimit, checkWebsite, orderMethods, type WebsiteFields } from './website-rules.ts';

export interface ChangeWebsiteDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly clock: Clock;
  /** The actor of the change. */
  readonly actor: Actor;
  /** Non-public subnets that webhooks may be delivered to. */
  readonly allowedSubnets: readonly string[];
}

/** A missing field stays unchanged. */
export interface WebsiteChanges extends WebsiteFields {
  /** The payment methods that the website may use; an empty list is allowed too. */
  readonly methods?: readonly string[] | undefined;
  /** Whether it may take live card payments. */
  readonly cardLiveApproved?: boolean | undefined;
  /** How customers reach the merchant; null or the empty text for none. */
  readonly contact?: string | null | undefined;
  /** `#rrggbb`; null for none. */
  readonly colour?: string | null | undefined;
  /** Whether customers whose address is known get a receipt by e-mail. */
  readonly sendsReceipts?: boolean | undefined;
  /** Requests a minute of all its keys together, from 60 to 6,000; null for the general limit of each address. */
  readonly rateLimitPerMinute?: number | null | undefined;
  /** The bytes of a picture; null for none. */
  readonly logo?: Buffer | null | undefined;
  /**
   * A secret of `newWebhookSecret` that signs events of test payments, for a website that has none for them yet. Null
   * removes that secret.
   */
  readonly testSecret?: string | null | undefined;
  /** False: all its keys are refused. */
  readonly isActive?: boolean | undefined;
  /** The reason of the change, for the audit log. */
  readonly note?: string | undefined;
}

/**
 * Changes the given fields of a website, and returns it. Takes effect on every node within ten seconds. Throws
 * OperatorError for an invalid field, when the website does not exist and for a second secret for test payments, and
 * EditConflict when the website has changed since `seen`.
 */
export async function changeWebsite(
  { db, box, clock, actor, allowedSubnets }: ChangeWebsiteDeps,
  id: string,
  changes: WebsiteChanges,
  seen?: AuditFacts,
): Promise<Website> {
  const brand = await brandChecks(changes);
  const [, methods, contact, colour, logo] = checkAll(
    () => checkWebsite(changes, allowedSubnets),
    () => changes.methods && orderMethods(changes.methods),
    brand.contact,
    brand.colour,
    brand.logo,
    () => checkRateLimit(changes.rateLimitPerMinute),
    () => refuseField('note', changes.note === undefined ? undefined : shortTextFault(changes.note)),
  );
  return db.transaction(async (tx) => {
    const website = (await lockWebsite(tx, id)) ?? failWithoutWebsite(id);
    // Only forms pass `seen`: it is the state that they showed to the user.
    if (seen) refuseEditConflict(seen, websiteFacts(website));
    const { name, callbackUrl, testCallbackUrl, refundCallbackUrl, testRefundCallbackUrl, returnUrl } = changes;
    const { cardLiveApproved, sendsReceipts, rateLimitPerMinute, isActive, note } = changes;
    const changed: Website = {
      ...website,
      ...(name !== undefined && { name }),
      ...(callbackUrl !== undefined && { callbackUrl: callbackUrl || null }),
      ...(testCallbackUrl !== undefined && { testCallbackUrl: testCallbackUrl || null }),
      ...(refundCallbackUrl !== undefined && { refundCallbackUrl: refundCallbackUrl || null }),
      ...(testRefundCallbackUrl !== undefined && { testRefundCallbackUrl: testRefundCallbackUrl || null }),
      ...(returnUrl !== undefined && { returnUrl: returnUrl || null }),
      signers: { ...website.signers, test: testSignerOf(website, changes, box) },
      ...(methods !== undefined && { methods }),
      ...(cardLiveApproved !== undefined && { cardLiveApproved }),
      brand: {
        contact: contact === undefined ? website.brand.contact : contact || null,
        colour: colour === undefined ? website.brand.colour : colour || null,
        logo: logo === undefined ? website.brand.logo : factsOfPicture(logo),
      },
      ...(sendsReceipts !== undefined && { sendsReceipts }),
      ...(rateLimitPerMinute !== undefined && { rateLimitPerMinute }),
      ...(isActive !== undefined && { deactivatedAtUs: isActive ? null : (website.deactivatedAtUs ?? clock()) }),
    };
    if (logo !== undefined) {
      const formerHash = website.brand.logo?.hash ?? null;
      await replacePicture(tx, { store: 'logos', ownerId: id, formerHash }, logo);
    }
    await updateWebsite(tx, changed);
    const facts = changedFacts(websiteFacts(website), websiteFacts(changed));
    if (facts) {
      const subject = { kind: 'website', id } as const;
      const after = { ...facts.after, ...(note !== undefined && { note }) };
      const action = actionOf(facts.after);
      await recordChange(tx, { actor, clock }, { action, subject, websiteId: id, before: facts.before, after });
    }
    return changed;
  });
}

/** The signer of events of test payments after the changes. */
function testSignerOf({ id, signers }: Website, { testSecret }: WebsiteChanges, box: SecretBox): SealedSigner | null {
  if (testSecret === undefined || testSecret === null) return testSecret === null ? null : signers.test;
  if (signers.test) {
    throw new OperatorError('conflict', 'test_secret', refusal('testSecretExists'));
  }
  return sealedSigner(box, testSecret, id);
}

/** Activating or deactivating a website has its own action, when nothing else is changed with it. */
function actionOf({ active, ...others }: AuditFacts): AuditAction {
  if (active === undefined || Object.keys(others).length > 0) return 'website.update';
  return active ? 'website.activate' : 'website.deactivate';
}

/**
 * The checks of contact, colour and logo, which return their stored form. The code of the checks, which includes the code for pictures, is
 * loaded only when at least one of the three is given.
 */
async function brandChecks({ contact, colour, logo }: WebsiteChanges) {
  const rules = contact || colour || logo ? await import('./brand-rules.ts') : undefined;
  return {
    contact: () => contact && rules?.checkContact(contact),
    colour: () => colour && rules?.checkColour(colour),
    logo: () => logo && rules?.checkPicture('logo', logo),
  };
}
