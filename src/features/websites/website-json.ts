import type { Mode } from '../../core/payment.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { AuditFacts } from '../audit/audit.ts';
import { type Brand, logoPath, PICTURE_TYPES } from './brand.ts';
import type { Website } from './store/websites.ts';

/** The secrets of a website that were just created. They are only shown at that time. */
export interface MadeSecrets {
  readonly webhookSecret?: string | undefined;
  readonly testWebhookSecret?: string | undefined;
}

/** A website as JSON for operators, with secrets that were just created. */
export function websiteJson(website: Website, nowUs: number, made: MadeSecrets = {}): Record<string, unknown> {
  const nextSecretFrom = nextSecretFromOf(website, 'live', nowUs);
  const nextTestSecretFrom = nextSecretFromOf(website, 'test', nowUs);
  return {
    id: website.id,
    ...websiteFacts(website),
    logo: logoJson(website.brand.logo),
    created_at: formatTimestamp(website.createdAtUs),
    ...(nextSecretFrom !== undefined && { next_webhook_secret_from: nextSecretFrom }),
    ...(nextTestSecretFrom !== undefined && { next_test_webhook_secret_from: nextTestSecretFrom }),
    ...(made.webhookSecret !== undefined && { webhook_secret: made.webhookSecret }),
    ...(made.testWebhookSecret !== undefined && { test_webhook_secret: made.testWebhookSecret }),
  };
}

/** When the next secret of a mode starts to sign, if it is scheduled. */
export function nextSecretFromOf({ signers }: Website, mode: Mode, nowUs: number): string | undefined {
  const fromUs = signers[mode]?.nextFromUs ?? null;
  return fromUs === null || fromUs <= nowUs ? undefined : formatTimestamp(fromUs);
}

function logoJson(logo: Brand['logo']): Record<string, unknown> | null {
  return logo && { path: logoPath(logo), type: PICTURE_TYPES[logo.type], width: logo.width, height: logo.height };
}

/** The editable fields of a website as the audit log stores them, with the names of its JSON; for the logo its hash. */
export function websiteFacts(website: Website): AuditFacts {
  const { contact, colour, logo } = website.brand;
  return {
    name: website.name,
    callback_url: website.callbackUrl,
    test_callback_url: website.testCallbackUrl,
    refund_callback_url: website.refundCallbackUrl,
    test_refund_callback_url: website.testRefundCallbackUrl,
    test_secret: website.signers.test !== null,
    return_url: website.returnUrl,
    methods: website.methods,
    card_live_approved: website.cardLiveApproved,
    contact,
    colour,
    logo: logo?.hash ?? null,
    receipts: website.sendsReceipts,
    active: website.deactivatedAtUs === null,
  };
}
