import { randomBase62, type SecretBox } from '../../platform/secrets/secrets.ts';
import type { SealedSigner } from './store/websites.ts';

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
