import { startDrivenGateway } from '../../support/drivers/driven-gateway.ts';
import { testProvider } from '../test-provider.ts';

testProvider(() => ({
  name: 'card',
  method: 'card',
  isCreatedRemotely: true,
  isAsked: true,
  declined: null,
  fields: ['client_secret', 'publishable_key', 'payment_intent_id'],
  without: { comeBack: "its customers never leave the merchant's page" },
  start: (engine, options) => startDrivenGateway(engine, 'card', options),
}));
