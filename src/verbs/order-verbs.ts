import type { ChooseDeps } from '../features/checkout/choose-method.ts';
import type { HandParts } from './hand-verbs.ts';
import { wiring } from './wiring.ts';

/** Functions for orders that customers pay on the gateway's pages: payment links and checkout sessions. Loaded on first use. */
export function orderVerbs(parts: HandParts & ChooseDeps) {
  const wired = wiring(parts);
  return {
    /** The methods that can pay a payment link at this moment. Reads nothing from the store. */
    methodsForLink: wired(async () => (await import('../features/links/offered-methods.ts')).offeredMethods),
    /** Creates the payment that a customer requests on the page of a payment link. */
    createForLink: wired(async () => (await import('../features/links/create-link-payment.ts')).createLinkPayment),
    /** The methods that can pay a checkout session at this moment. Reads nothing from the store. */
    methodsForSession: wired(async () => (await import('../features/checkout/create-session.ts')).methodsOfSession),
    createSession: wired(async () => (await import('../features/checkout/create-session.ts')).createSession),
    /** Starts the payment that a customer chooses on the page of a checkout session. */
    chooseMethod: wired(async () => (await import('../features/checkout/choose-method.ts')).chooseMethod),
    cancelSession: wired(async () => (await import('../features/checkout/cancel-session.ts')).cancelSession),
  };
}
