import { paymentPageUrl } from '../payment-page.ts';
import type { Notice, Provider } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { listCharges } from './books.ts';
import { chargeCard } from './charge.ts';
import { restApi } from './client.ts';
import { provenBy, readResultPost } from './notification.ts';
import { hostedForm } from './page.ts';
import type { CardData } from './provider-data.ts';
import { probeSearch } from './search-transactions.ts';
import type { LakaypayCardSettings } from './settings.ts';
import { findCharge, lookUpPayment } from './verify.ts';

const US = 1_000_000;
/** A form that was handed out at the last moment is taken for 15 minutes, and its page is taken to stay open as long. */
const PAGE_LIFE_US = 30 * 60 * US;
/** Customers need a moment, and the result then comes by itself: asking before that finds nothing. */
const FIRST_CHECK_US = 120 * US;
const REVIEW_CHECK_US = 900 * US;

/**
 * Cards by CyberSource Secure Acceptance Hosted Checkout. No call of ours begins a payment: the customer's browser posts a form
 * that we have signed, and the result comes back signed, by the browser and by their server. It proves itself, because their
 * books, which are asked when nothing came, lag behind.
 */
export function lakaypayCardProvider(settings: LakaypayCardSettings, deps: ProviderDeps): Provider {
  const { clock } = deps;
  const parts = { api: restApi(settings, deps), settings, clock };
  return {
    name: 'lakaypay_card',
    open({ id, createdAtUs }, { dueAtUs }) {
      const formUntilUs = createdAtUs + settings.expirySeconds * US;
      const expiresAtUs = formUntilUs + PAGE_LIFE_US + settings.searchLagSeconds * US;
      const data: CardData = { formUntilUs, ...(dueAtUs !== undefined && { dueAtUs }) };
      return {
        providerData: JSON.stringify(data),
        expiresAtUs,
        nextCheckAtUs: createdAtUs + FIRST_CHECK_US,
        fields: { payment_url: paymentPageUrl(deps.publicUrl, deps.box, id) },
      };
    },
    verify: (payment, log) => lookUpPayment(parts, payment, log),
    notification(incoming): Notice {
      const isServer = incoming.path === 'notify';
      if (!isServer && incoming.path !== 'return' && incoming.path !== 'cancel') {
        return { paymentId: undefined, answer: { status: 404, body: '' } };
      }
      const post = readResultPost(settings, incoming);
      const verification = post && provenBy(post, clock() + REVIEW_CHECK_US);
      return {
        paymentId: post?.paymentId,
        ...(post && { isProven: true }),
        ...(post?.chargeName && { chargeName: post.chargeName }),
        ...(verification && { verification }),
        answer: isServer ? { status: post ? 200 : 400, body: '' } : post ? 'customer' : 'visitor',
      };
    },
    hostedForm(payment, language) {
      const { formUntilUs } = JSON.parse(payment.providerData ?? '{}') as Partial<CardData>;
      if (formUntilUs === undefined || clock() >= formUntilUs) return undefined;
      // Open, and known to their books: under review, or ended in no way we know. Who pays once more may be charged twice.
      if (payment.providerRef !== null) return undefined;
      return hostedForm(settings, deps, payment, language);
    },
    chargeToken: (payment, cardToken, log) => chargeCard(parts, payment, cardToken, log),
    findCharge: (payment, log) => findCharge(parts, payment, log),
    searchLagUs: settings.searchLagSeconds * US,
    list: (range, log) => listCharges(parts, range, log),
    async checkCredentials(log) {
      await probeSearch(parts.api, log);
      return `CyberSource answered a search (${settings.apiUrl})`;
    },
  };
}
