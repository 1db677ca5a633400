import type { Clock } from '../../platform/clock/clock.ts';
import { boundLog } from '../../platform/log/bound-log.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Telemetry } from '../../platform/log/telemetry.ts';
import type { SecretBox } from '../../platform/secrets/secrets.ts';
import { callbackUrlOf, refundCallbackUrlOf, type Website } from '../websites/store/websites.ts';
import { signingSecret } from '../websites/webhook-secrets.ts';
import { nextWaitMs } from './schedule.ts';
import type { Sender, SendResult } from './send.ts';
import { deliveryHeaders, signWebhook, unixSeconds } from './sign.ts';
import type { DeliveryOfMode } from './store/delivery-table.ts';
import type { AttemptRecord } from './store/delivery-tries.ts';

export interface AttemptDeps {
  readonly clock: Clock;
  readonly box: SecretBox;
  readonly sender: Sender;
  readonly retrySeconds: readonly number[];
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'deliveryAttempt' | 'outgoingHeaders'>;
  /** Finds a website as this process read it a short time ago, or as the store has it now. */
  readonly findWebsite: (id: string, age: 'recent' | 'current') => Promise<Website | undefined>;
  /** Records an attempt durably. */
  readonly record: (record: AttemptRecord) => Promise<void>;
}

const GONE = 410;
const RETRY_AFTER_STATUSES = [429, 503];

/**
 * Sends a claimed delivery once, records the attempt with its consequences, and only then reports it. Uses the
 * website's current callback URL and secret. Returns whether the receiver accepted the delivery.
 */
export async function attemptDelivery(deps: AttemptDeps, delivery: DeliveryOfMode): Promise<boolean> {
  // A separate log object for each attempt: telemetry uses it as the key of the attempt's data.
  const log = boundLog(deps.log, {});
  const report = deps.telemetry.deliveryAttempt(
    {
      deliveryId: delivery.id,
      transactionId: delivery.paymentId,
      websiteId: delivery.websiteId,
      event: delivery.event,
      attempt: delivery.attempts + 1,
    },
    log,
  );
  const website = await deps.findWebsite(delivery.websiteId, 'recent');
  const startedAtUs = deps.clock();
  const headers = deps.telemetry.outgoingHeaders?.(log);
  let sent = await sendTo(deps, website, { delivery, startedAtUs, headers });
  if (sent.result.isRefused) {
    // A refusal is final: it must not come from a callback URL that has been set or changed since this process read the website.
    const current = await deps.findWebsite(delivery.websiteId, 'current');
    if (urlFor(delivery, current) !== urlFor(delivery, website)) {
      sent = await sendTo(deps, current, { delivery, startedAtUs, headers });
    }
  }
  const { url, result } = sent;
  const record = toRecord(deps, delivery, sent, startedAtUs, result);
  await deps.record(record);
  report({
    host: new URL(url).host,
    statusCode: result.statusCode,
    error: result.operatorNote ?? result.error,
    ms: result.durationMs,
    outcome: record.status,
    lagSeconds: record.deliveredAtUs === null ? undefined : (record.deliveredAtUs - delivery.eventAtUs) / 1e6,
    nextInSeconds:
      record.nextAttemptAtUs === null ? undefined : Math.round((record.nextAttemptAtUs - deps.clock()) / 1e6),
  });
  return record.status === 'delivered';
}

function urlFor({ refundId, mode }: DeliveryOfMode, website: Website | undefined): string | null {
  const urlOf = refundId === null ? callbackUrlOf : refundCallbackUrlOf;
  return website ? urlOf(website, mode) : null;
}

interface Attempt {
  readonly delivery: DeliveryOfMode;
  readonly startedAtUs: number;
  /** Headers of the trace. */
  readonly headers: Record<string, string> | undefined;
}

/** Sends a delivery to the callback URL of a website, signed with its secret. Without a callback URL, nothing is sent. */
async function sendTo(deps: AttemptDeps, website: Website | undefined, { delivery, startedAtUs, headers }: Attempt) {
  const url = urlFor(delivery, website);
  if (!website || url === null) return { url: delivery.url, signature: null, result: withoutCallbackUrl() };
  const signature = signWebhook(delivery.body, signingSecret(website, delivery.mode, deps.box, startedAtUs));
  const result = await deps.sender.send(url, { ...headersFor(delivery, signature), ...headers }, delivery.body);
  return { url, signature, result };
}

function headersFor({ event, mode, eventAtUs }: DeliveryOfMode, signature: string) {
  return deliveryHeaders({ event, mode, timestampS: unixSeconds(eventAtUs) }, signature);
}

function toRecord(
  deps: AttemptDeps,
  delivery: DeliveryOfMode,
  { url, signature }: { readonly url: string; readonly signature: string | null },
  startedAtUs: number,
  result: SendResult,
): AttemptRecord {
  const { durationMs, statusCode, error, responseStart } = result;
  const base = { delivery, url, tried: { atUs: startedAtUs, durationMs, statusCode, error, responseStart, signature } };
  const ended = { ...base, nextAttemptAtUs: null, deliveredAtUs: null };
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) {
    return { ...ended, status: 'delivered', deliveredAtUs: deps.clock() };
  }
  if (result.isRefused) return { ...ended, status: 'refused' };
  if (statusCode === GONE) return { ...ended, status: 'exhausted' };
  const waitMs = nextWaitMs(deps.retrySeconds, {
    made: delivery.scheduleStep + 1,
    random: Math.random(),
    ...(RETRY_AFTER_STATUSES.includes(statusCode ?? 0) &&
      result.retryAfterSeconds !== undefined && { retryAfterSeconds: result.retryAfterSeconds }),
  });
  if (waitMs === undefined) return { ...ended, status: 'exhausted' };
  return { ...base, status: 'pending', nextAttemptAtUs: deps.clock() + waitMs * 1000, deliveredAtUs: null };
}

/** The result if the callback URL was removed after the event: nothing is sent or retried. */
function withoutCallbackUrl(): SendResult {
  return {
    durationMs: 0,
    statusCode: null,
    error: 'the website has no callback URL any more',
    responseStart: null,
    retryAfterSeconds: undefined,
    isRefused: true,
  };
}
