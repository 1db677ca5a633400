/**
 * Made-up credentials, always the same, so that they can be in a settings file. They are only valid for this simulator.
 */
export const CREDENTIALS = {
  STRIPE_SECRET_KEY: 'sk_test_SimulatorOnlyOpensNothingElse',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_SimulatorOnlyOpensNothingElse',
  STRIPE_WEBHOOK_SECRET: 'whsec_SimulatorOnlyOpensNothingElse',
};
