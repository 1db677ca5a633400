import type { StripeFaults } from '../../../simulators/stripe/faults.ts';
import { type Fault, type Harness, type Rig, testProvider } from '../test-provider.ts';
import { startCardRig } from './rig.ts';

/** What each fault is at Stripe. */
const FAULTS: Readonly<Record<Fault, Partial<StripeFaults>>> = {
  refuse_create: { refuseCreate: true },
  drop_before_create: { api: 'drop_before' },
  drop_after_create: { api: 'drop_after' },
  hold_create: { api: 'hang_after', operations: ['create'] },
  drop_verify: { api: 'drop_before' },
  server_error: { api: 'server_error' },
  garbage: { api: 'garbage' },
  endless_answer: { api: 'endless' },
};

const harness: Harness = {
  name: 'card',
  method: 'card',
  isCreatedRemotely: true,
  faults: ['drop_verify', 'server_error', 'garbage', 'endless_answer'],
  declined: null,
  fields: ['client_secret', 'publishable_key', 'payment_intent_id'],
  without: { comeBack: "its customers never leave the merchant's page" },
  async start(engine, options): Promise<Rig> {
    const { gateway, api, stripe, stop } = await startCardRig(engine, options);
    const mend = () => {
      stripe.mend();
      stripe.faults.webhooks = 'never';
    };
    return {
      gateway,
      api,
      pay: async (id, { amountMinor } = {}) => stripe.pay(id, amountMinor === undefined ? {} : { amountMinor }),
      decline: async (id) => stripe.decline(id),
      cancel: async (id) => stripe.cancel(id),
      sayUnknown: async (id) => stripe.sayUnknown(id),
      notify: stripe.notify,
      forge: stripe.forge,
      setFault: (fault) => void Object.assign(stripe.faults, FAULTS[fault]),
      mend,
      creations: stripe.creations,
      stop,
    };
  },
};

testProvider(() => harness);
