import { US_PER_SECOND } from '../../core/durations.ts';
import type { Provider } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { chargeToken, paid } from './charge.ts';
import { openPayment } from './create.ts';
import { cardWidget, paymentForm } from './page.ts';
import { isSlowPayment } from './provider-data.ts';
import { sandboxRefunds } from './refunds.ts';
import type { SandboxSettings } from './settings.ts';
import { responseOf, verify } from './verify.ts';

/** The provider of test payments: simulates all four methods, without any outgoing call. */
export function sandboxProvider(
  settings: SandboxSettings,
  deps: Pick<ProviderDeps, 'box' | 'clock' | 'publicUrl'>,
): Provider {
  const { box, clock } = deps;
  return {
    name: 'sandbox',
    isLocal: true,
    isFailureSure: true,
    open: (payment) => openPayment(settings, deps, payment),
    verify: async (payment) => verify(settings, payment, clock()),
    isSubmitted: isSlowPayment,
    form: paymentForm,
    widget: cardWidget(box),
    simulate: (payment, end) => (end.status === 'completed' ? paid(payment) : { outcome: end }),
    refunds: ({ method }) => sandboxRefunds(method, clock),
    async chargeToken(payment, cardToken) {
      const charged = chargeToken(payment, cardToken);
      return { ...charged, response: responseOf(charged.outcome), nextCheckAtUs: clock() + US_PER_SECOND };
    },
  };
}
