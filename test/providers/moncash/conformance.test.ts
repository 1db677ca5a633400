import { PREFUNDED_SETTINGS } from '../../../simulators/moncash/moncash-simulator.ts';
import { startDrivenGateway } from '../../support/drivers/driven-gateway.ts';
import { testProvider } from '../test-provider.ts';

testProvider(() => ({
  name: 'moncash',
  method: 'moncash',
  isCreatedRemotely: true,
  isAsked: true,
  declined: null,
  fields: ['payment_url'],
  without: { cancel: "MonCash's page has no button to cancel: the customer does not pay, and the payment expires" },
  start: (engine, { clock, settings }) =>
    startDrivenGateway(engine, 'moncash', { clock, settings: { ...PREFUNDED_SETTINGS, ...settings } }),
}));
