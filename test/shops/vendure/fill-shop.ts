import type { Graphql } from './graphql.ts';

/** The settings of a payment method of the plugin. */
export interface PeyeSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
}

/** Prices of the product, in minor units. */
const PRICES = { HTG: 75_000, USD: 1_000 } as const;

/**
 * Fills an empty shop as an administrator would: a country, taxes, shipping, one product, and a payment method for each
 * method of the handler, with its name. Returns the product's variant id.
 */
export async function fillShop(admin: Graphql, settings: PeyeSettings): Promise<string> {
  await admin('mutation { login(username: "superadmin", password: "superadmin") { __typename } }');
  const create = async (what: string, input: object): Promise<string> => {
    const type = `Create${what}Input`;
    const data = await admin(`mutation ($i: ${type}!) { create${what}(input: $i) { id } }`, { i: input });
    return data[`create${what}`].id;
  };
  const translations = (name: string, more = {}) => [{ languageCode: 'en', name, ...more }];
  const country = await create('Country', { code: 'HT', enabled: true, translations: translations('Haiti') });
  const zone = await create('Zone', { name: 'Haiti', memberIds: [country] });
  const taxCategoryId = await create('TaxCategory', { name: 'standard', isDefault: true });
  await create('TaxRate', { name: 'none', enabled: true, value: 0, categoryId: taxCategoryId, zoneId: zone });
  const { activeChannel } = await admin('{ activeChannel { id } }');
  await admin('mutation ($i: UpdateChannelInput!) { updateChannel(input: $i) { __typename } }', {
    i: {
      id: activeChannel.id,
      defaultTaxZoneId: zone,
      defaultShippingZoneId: zone,
      pricesIncludeTax: false,
      availableCurrencyCodes: ['HTG', 'USD'],
      defaultCurrencyCode: 'HTG',
    },
  });
  const operation = (code: string, values: Record<string, string>) => ({
    code,
    arguments: Object.entries(values).map(([name, value]) => ({ name, value })),
  });
  await create('ShippingMethod', {
    code: 'pickup',
    fulfillmentHandler: 'manual-fulfillment',
    checker: operation('default-shipping-eligibility-checker', { orderMinimum: '0' }),
    calculator: operation('default-shipping-calculator', { rate: '0', includesTax: 'auto', taxRate: '0' }),
    translations: translations('Pickup', { description: '' }),
  });
  for (const method of ['moncash', 'natcash', 'lakaypay_card', 'choice']) {
    await create('PaymentMethod', {
      code: method,
      enabled: true,
      translations: translations(method, { description: '' }),
      handler: operation('peye', { method, ...settings }),
    });
  }
  const productId = await create('Product', {
    enabled: true,
    translations: translations('Kafe', { slug: 'kafe', description: '' }),
  });
  const { createProductVariants } = await admin(
    'mutation ($i: [CreateProductVariantInput!]!) { createProductVariants(input: $i) { id } }',
    { i: [{ productId, sku: 'kafe', stockOnHand: 1000, taxCategoryId, translations: translations('Kafe') }] },
  );
  const [{ id }] = createProductVariants;
  const prices = Object.entries(PRICES).map(([currencyCode, price]) => ({ currencyCode, price }));
  await admin('mutation ($i: [UpdateProductVariantInput!]!) { updateProductVariants(input: $i) { id } }', {
    i: [{ id, prices }],
  });
  return id;
}
