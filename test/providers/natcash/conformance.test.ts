import { startDrivenGateway } from '../../support/drivers/driven-gateway.ts';
import { testProvider } from '../test-provider.ts';

testProvider(() => ({
  name: 'natcash',
  method: 'natcash',
  isCreatedRemotely: true,
  isAsked: true,
  // No failure until NatCash's page ends, because it may accept another attempt.
  declined: null,
  fields: ['payment_url', 'natcash_reference'],
  without: { cancel: 'NatCash reports -1 for a customer who cancels, as for a wallet that declines' },
  start: (engine, options) => startDrivenGateway(engine, 'natcash', options),
}));
