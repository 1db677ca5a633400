import { startDrivenGateway } from '../../support/drivers/driven-gateway.ts';
import { testProvider } from '../test-provider.ts';

testProvider(() => ({
  name: 'moncash',
  method: 'moncash',
  isCreatedRemotely: true,
  isAsked: true,
  declined: null,
  fields: ['payment_url'],
  without: { cancel: "MonCash's page offers no way to give up: the customer stays away, and the payment expires" },
  start: (engine, options) => startDrivenGateway(engine, 'moncash', options),
}));
