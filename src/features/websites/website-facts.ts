import type { AuditFacts } from '../../core/audit.ts';
import type { Website } from './store/websites.ts';

/** The editable fields of a website as the audit log stores them, with the names of its JSON; for the logo its hash. */
export function websiteFacts(website: Website): AuditFacts {
  const { contact, colour, logo } = website.brand;
  return {
    name: website.name,
    callback_url: website.callbackUrl,
    test_callback_url: website.testCallbackUrl,
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
