import type { Payment } from '../../core/payment.ts';
import type { SecretBox } from '../../platform/secrets/secrets.ts';
import type { CardWidget } from '../card-widget.ts';
import type { FormDecision, PaymentForm, Submission } from '../payment-form.ts';
import { submitCard, submitWallet } from './submit-form.ts';
import { TEST_CARDS, TEST_CODE, TEST_PIN, TEST_WALLETS } from './test-numbers.ts';
import { isPublishableKey, paymentOfClientSecret } from './widget-keys.ts';

/** The form of a test payment: the customer's input is processed by the simulation here, and never leaves this process. */
export function paymentForm(payment: Payment): PaymentForm {
  const isWallet = payment.method === 'moncash' || payment.method === 'natcash';
  const submit = isWallet ? submitWallet : submitCard;
  return {
    asksFor: isWallet ? 'wallet' : 'card',
    testData: { numbers: isWallet ? TEST_WALLETS : TEST_CARDS, pin: TEST_PIN, code: TEST_CODE },
    submit: (submission) => (isCancelled(submission) ? CANCELLED : submit(payment, submission)),
  };
}

const CANCELLED: FormDecision = { kind: 'settle', outcome: { status: 'failed', failureReason: 'cancelled' } };

function isCancelled({ field }: Submission): boolean {
  return field('action') === 'cancel';
}

/** Both values must match, so that a mix-up of two websites is noticed in the sandbox already. */
export function cardWidget(box: SecretBox): CardWidget {
  return {
    paymentOf(clientSecret) {
      const paymentId = paymentOfClientSecret(box, clientSecret);
      return paymentId === undefined ? undefined : { paymentId };
    },
    opens: ({ id, websiteId }, given) =>
      paymentOfClientSecret(box, given.clientSecret) === id && isPublishableKey(box, websiteId, given.publishableKey),
  };
}
