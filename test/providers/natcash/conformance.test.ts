import { startDrivenGateway } from '../../support/drivers/driven-gateway.ts';
import { testProvider } from '../test-provider.ts';

testProvider(() => ({
  name: 'natcash',
  method: 'natcash',
  isCreatedRemotely: true,
  isAsked: true,
  // Until the end of the page, because it may accept another attempt.
  declined: null,
  fields: ['payment_url', 'natcash_reference'],
  without: { cancel: 'NatCash says -1 of a customer who gives up, as of one whose wallet declines' },
  start: (engine, options) => startDrivenGateway(engine, 'natcash', options),
}));
