import type { Actor } from '../domain/actor.ts';
import { TEST_EVENT } from '../domain/event.ts';
import { OperatorError } from '../domain/operator-error.ts';
import type { Mode } from '../domain/payment.ts';
import { unixSeconds } from '../domain/webhook-body.ts';
import type { Clock } from '../lib/clock.ts';
import type { SecretBox } from '../lib/secrets.ts';
import { refusal } from '../messages/refusals/refusal-messages.ts';
import type { Database } from '../storage/database.ts';
import { recordChange } from '../storage/record-change.ts';
import { callbackUrlOf, type Website } from '../storage/websites.ts';
import type { Sender, SendResult } from '../webhooks/send.ts';
import { webhookHeaders } from '../webhooks/sign.ts';
import { signingSecret } from '../webhooks/signing-secret.ts';
import { testEventBody } from '../webhooks/test-event.ts';
import { requireWebsite } from './require-website.ts';

export interface SendTestEventDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly clock: Clock;
  /** The actor who sends it. */
  readonly actor: Actor;
  /** Checks addresses and sends, as for webhooks; it is closed afterwards. */
  readonly openSender: () => Promise<Sender>;
}

/** The event that was sent, and its result. */
export interface SentTestEvent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly result: SendResult;
}

/**
 * Sends a signed test event to a website's callback URL, once, in the form of a webhook of the mode. It is recorded
 * before it is sent. Throws OperatorError when the website does not exist, or has no callback URL for that mode.
 * Contract: WEBHOOK-23.
 */
export async function sendTestEvent(deps: SendTestEventDeps, websiteId: string, mode: Mode): Promise<SentTestEvent> {
  const { db, box, clock, actor, openSender } = deps;
  const website = await db.transaction(async (tx): Promise<Website & { callbackUrl: string }> => {
    const found = await requireWebsite(tx, websiteId);
    const callbackUrl = callbackUrlOf(found, mode);
    if (callbackUrl === null) {
      throw new OperatorError('conflict', 'callback_url', refusal('callbackUrlMissing'));
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
