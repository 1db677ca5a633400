import type { Mode } from '../../core/payment.ts';
import type { SecretBox } from '../../platform/secrets/secrets.ts';
import type { SealedSigner, Website } from './store/websites.ts';

/** Decrypted secrets by website row: a busy website signs many times in the seconds for which the row is cached. */
const opened = new WeakMap<SealedSigner, { sealed: string; secret: string }>();

/**
 * The secret that signs a website's events of a mode at a given time, microseconds: after a rotation, the new secret
 * signs only from its start time. Test events of a website without a test secret are signed with the live one.
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
