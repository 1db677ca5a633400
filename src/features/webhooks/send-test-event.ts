import type { Actor } from '../../core/actor.ts';
import type { Mode } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { SecretBox } from '../../platform/secrets/secrets.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { requireWebsite } from '../websites/require-website.ts';
import { callbackUrlOf, refundCallbackUrlOf, type Website } from '../websites/store/websites.ts';
import { signingSecret } from '../websites/webhook-secrets.ts';
import { TEST_EVENT } from './event.ts';
import type { Sender, SendResult } from './send.ts';
import { unixSeconds, webhookHeaders } from './sign.ts';
import { testEventBody } from './test-event-body.ts';

export interface SendTestEventDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly clock: Clock;
  /** The actor who sends it. */
  readonly actor: Actor;
  /** Checks addresses and sends, as for webhooks; it is closed afterwards. */
  readonly openSender: () => Promise<Sender>;
}

/** The callback URL that gets a test event: that of payments, or that of refunds. */
export type TestedUrl = 'payments' | 'refunds';

/** The event that was sent, and its result. */
export interface SentTestEvent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly result: SendResult;
}

/**
 * Sends a signed test event to one of a website's callback URLs, once, in the form of a webhook of the mode. It is recorded
 * before it is sent. Throws OperatorError when the website does not exist, or has no such URL for that mode.
 * Contract: WEBHOOK-23.
 */
export async function sendTestEvent(
  deps: SendTestEventDeps,
  websiteId: string,
  mode: Mode,
  to: TestedUrl = 'payments',
): Promise<SentTestEvent> {
  const { db, box, clock, actor, openSender } = deps;
  const website = await db.transaction(async (tx): Promise<Website & { callbackUrl: string }> => {
    const found = await requireWebsite(tx, websiteId);
    const callbackUrl = to === 'payments' ? callbackUrlOf(found, mode) : refundCallbackUrlOf(found, mode);
    if (callbackUrl === null) {
      throw to === 'payments'
        ? new OperatorError('conflict', 'callback_url', refusal('callbackUrlMissing'))
        : new OperatorError('conflict', 'refund_callback_url', refusal('refundCallbackUrlMissing'));
    }
    const subject = { kind: 'website', id: websiteId } as const;
    const after = { callback_url: callbackUrl, mode };
    await recordChange(tx, { actor, clock }, { action: 'website.test_event', subject, websiteId, after });
    return { ...found, callbackUrl };
  });
  const nowUs = Math.floor(clock());
  const body = testEventBody(nowUs);
  const timestampS = unixSeconds(nowUs);
  const secret = signingSecret(website, mode, box, nowUs);
  const headers = webhookHeaders({ event: TEST_EVENT, mode, body, timestampS }, secret);
  const sender = await openSender();
  try {
    const result = await sender.send(website.callbackUrl, headers, body);
    return { url: website.callbackUrl, headers, body, result };
  } finally {
    await sender.close();
  }
}
