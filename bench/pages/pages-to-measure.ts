import { CARD, CHALLENGED, submitTo } from '../../test/pages/visitor.ts';
import type { BenchGateway } from '../start-bench-gateway.ts';

/** A page of the gateway in one of its states. */
export interface MeasuredPage {
  readonly name: string;
  /** Brings a payment into this state, and returns the address of its page. */
  readonly open: () => Promise<string>;
  /** The page reloads after a few seconds, before Lighthouse has finished. */
  readonly reloads?: true;
}

/** The hosted pages and the widget, in the states that a customer meets. */
export function pagesToMeasure({ url, api }: Pick<BenchGateway, 'url' | 'api'>): MeasuredPage[] {
  const create = async (payment_method: string): Promise<Record<string, string>> => {
    const body = { amount: 1250, currency: 'HTG', payment_method, customer_name: 'Marie Joseph' };
    const order = { description: '2 x T-shirt', reference: 'ORDER-1042' };
    const { status, text, json } = await api.post('/payments', { ...body, ...order });
    if (status !== 201) throw new Error(`a payment was not created: ${text}`);
    return json;
  };
  const page = (method: string) => async () => (await create(method)).payment_url ?? '';
  const after = (open: () => Promise<string>, fields: Record<string, string>) => async (): Promise<string> =>
    submitTo(await open(), fields);
  const ended = (body: Record<string, string>) => async () => {
    const { payment_url, transaction_id } = await create('moncash');
    const { status, text } = await api.post(`/test_helpers/payments/${transaction_id}/fail`, body);
    if (status !== 200) throw new Error(text);
    return payment_url ?? '';
  };
  const wallet = (phone: string) => after(after(page('moncash'), { phone, pin: '1234' }), { code: '123456' });
  const widget = async () => {
    const { client_secret = '', publishable_key = '' } = await create('card');
    return submitTo(`${url}/widget/v1/card/session`, { client_secret, publishable_key });
  };
  return [
    { name: 'wallet: number and PIN', open: page('moncash') },
    { name: 'wallet: with errors', open: after(page('natcash'), { phone: '12' }) },
    { name: 'wallet: code', open: after(page('moncash'), { phone: '37000001', pin: '1234' }) },
    { name: 'card page', open: page('lakaypay_card') },
    { name: 'card page: with errors', open: after(page('lakaypay_card'), {}) },
    { name: '3-D Secure', open: after(page('lakaypay_card'), CHALLENGED) },
    { name: 'waiting', open: wallet('37000005'), reloads: true },
    { name: 'paid', open: wallet('37000001') },
    { name: 'declined', open: wallet('37000003') },
    { name: 'balance too low', open: wallet('37000002') },
    { name: 'cancelled', open: after(page('moncash'), { action: 'cancel' }) },
    { name: 'expired', open: ended({ failure_reason: 'expired' }) },
    { name: 'wrong amount', open: ended({ failure_reason: 'amount_mismatch' }) },
    { name: 'not confirmed', open: ended({ failure_reason: 'provider_error' }) },
    { name: 'not found', open: async () => `${url}/pay/1/2` },
    { name: 'widget: before it is opened', open: async () => `${url}/widget/v1/card` },
    { name: 'widget: card', open: widget },
    { name: 'widget: with errors', open: after(widget, {}) },
    { name: 'widget: 3-D Secure', open: after(widget, { ...CARD, number: '4000002760003184' }) },
    { name: 'widget: declined', open: after(widget, { ...CARD, number: '4000000000000002' }) },
    { name: 'widget: not found', open: async () => `${url}/widget/v1/card?s=AAAA` },
    { name: 'widget: paid', open: after(widget, CARD) },
  ];
}
