import type { Mode } from '../../core/payment.ts';
import { randomBase62, type SecretBox } from '../../platform/secrets/secrets.ts';
import type { SealedSigner, Website } from './store/websites.ts';

/** 32 base-62 characters hold 190 bits. */
const SECRET_LENGTH = 32;

/** A secret that signs webhooks. Contract: WEBHOOK-5. */
export function newWebhookSecret(): string {
  return `whsec_${randomBase62(SECRET_LENGTH)}`;
}

/** A website's signer whose secret signs from now on, with no rotation planned. */
export function sealedSigner(box: SecretBox, secret: string, websiteId: string): SealedSigner {
  return { sealed: box.seal('webhook-secret', secret, websiteId), nextSealed: null, nextFromUs: null };
}

/** Decrypted secrets by website row: a busy website signs many times in the seconds for which the row is cached. */
const opened = new WeakMap<SealedSigner, { sealed: string; secret: string }>();

/**
 * The secret that signs a website's events of a mode at a given time, microseconds: after a rotation, the new secret
 * signs only from its start time. Events of test payments of a website without a test secret are signed with the live one.
 * Contract: WEBHOOK-21, WEBHOOK-25.
 */
export function signingSecret(website: Website, mode: Mode, box: SecretBox, nowUs: number): string {
  const signer = website.signers[mode] ?? website.signers.live;
  const isNextDue = signer.nextFromUs !== null && signer.nextFromUs <= nowUs;
  const sealed = isNextDue ? (signer.nextSealed ?? signer.sealed) : signer.sealed;
  const known = opened.get(signer);
  if (known?.sealed === sealed) return known.secret;
  const secret = box.open('webhook-secret', sealed, website.id);
  opened.set(signer, { sealed, secret });
  return secret;
}
