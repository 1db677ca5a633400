import { type Fields, fieldsJson } from '../../core/fields.ts';
import type { Mode } from '../../core/payment.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { AuditFacts } from '../audit/audit.ts';
import { type Brand, logoPath, PICTURE_TYPES } from './brand.ts';
import type { Website } from './store/websites.ts';

/** The fields of websites. The audit log stores all but the first and the last, under the same names. */
export const WEBSITE_FIELDS = {
  id: { text: 'id' },
  name: { text: 'name' },
  callback_url: { text: 'callbackUrl' },
  test_callback_url: { text: 'testCallbackUrl' },
  refund_callback_url: { text: 'refundCallbackUrl' },
  test_refund_callback_url: { text: 'testRefundCallbackUrl' },
  test_secret: { flag: ({ signers }) => signers.test !== null },
  return_url: { text: 'returnUrl' },
  methods: { list: 'methods' },
  card_live_approved: { flag: 'cardLiveApproved', title: 'Live cards approved' },
  contact: { text: ({ brand }) => brand.contact },
  colour: { text: ({ brand }) => brand.colour },
  logo: { json: ({ brand }) => logoJson(brand.logo) },
  receipts: { flag: 'sendsReceipts', in: ['json'] },
  receipts_text: {
    text: (website) => (website.sendsReceipts ? 'on' : 'off'),
    title: 'Receipts by e-mail',
    in: ['details'],
  },
  logo_text: { text: ({ brand }) => logoText(brand.logo), title: 'Logo', in: ['details'] },
  rate_limit_per_minute: { count: 'rateLimitPerMinute', title: 'Requests a minute' },
  active: { flag: ({ deactivatedAtUs }) => deactivatedAtUs === null },
  created_at: { time: 'createdAtUs' },
} satisfies Fields<Website>;

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
    ...fieldsJson(WEBSITE_FIELDS, website),
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

function logoText(logo: Brand['logo']): string | null {
  return logo && `${logo.width} × ${logo.height} pixels, ${logoPath(logo)}`;
}

/** The editable fields of a website as the audit log stores them, with the names of its JSON; for the logo its hash. */
export function websiteFacts(website: Website): AuditFacts {
  const { id: _, created_at: __, ...facts } = fieldsJson(WEBSITE_FIELDS, website);
  return { ...(facts as AuditFacts), logo: website.brand.logo?.hash ?? null };
}
