import { startDrivenGateway } from '../../support/drivers/driven-gateway.ts';
import { testProvider } from '../test-provider.ts';

testProvider(() => ({
  name: 'lakaypay_card',
  method: 'lakaypay_card',
  isCreatedRemotely: false,
  isAsked: true,
  declined: 'declined',
  fields: ['payment_url'],
  without: {
    cancel: 'it creates no transaction, so no query finds it: its signed result has its own test',
    refunds: 'its void and refund are two calls, which have their own tests',
  },
  start: (engine, options) => startDrivenGateway(engine, 'lakaypay_card', options),
}));
