import type { AuditFacts } from '../../features/audit/audit.ts';
import type { WebsiteChanges } from '../../features/websites/change-website.ts';
import { type JsonObject, parseObject } from '../../platform/text/json-object.ts';

/** The facts of a change as the audit log has them; none where it has none. */
export function factsOf(json: string | null): AuditFacts {
  return (parseObject(json ?? '{}') ?? {}) as AuditFacts;
}

/** The changes that restore these facts. */
export function changesTo(facts: JsonObject): WebsiteChanges {
  // The verb reads an empty text as none.
  const text = (name: string) => (Object.hasOwn(facts, name) ? String(facts[name] ?? '') : undefined);
  const flag = (name: string) => (Object.hasOwn(facts, name) ? facts[name] === true : undefined);
  return {
    name: text('name'),
    contact: text('contact'),
    colour: text('colour'),
    returnUrl: text('return_url'),
    callbackUrl: text('callback_url'),
    testCallbackUrl: text('test_callback_url'),
    refundCallbackUrl: text('refund_callback_url'),
    testRefundCallbackUrl: text('test_refund_callback_url'),
    sendsReceipts: flag('receipts'),
    cardLiveApproved: flag('card_live_approved'),
    isActive: flag('active'),
    rateLimitPerMinute: Object.hasOwn(facts, 'rate_limit_per_minute')
      ? ((facts.rate_limit_per_minute ?? null) as number | null)
      : undefined,
    methods: Array.isArray(facts.methods) ? facts.methods.map(String) : undefined,
  };
}
