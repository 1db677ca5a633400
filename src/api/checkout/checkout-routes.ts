import type { FastifyInstance } from 'fastify';
import { usableMethods } from '../../features/payments/method-refusal.ts';
import { callbackUrlOf } from '../../features/websites/store/websites.ts';
import { needsScope, principalOf } from '../../http/authenticate.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { WEBSITE_RESPONSES } from '../schemas/examples.ts';
import { ref } from '../schemas/json-schema.ts';
import { enveloped, responses } from '../schemas/responses.ts';

/** The dependencies of the checkout API. */
export interface CheckoutDeps {
  readonly providerFor: ProviderRegistry;
}

/** The checkout API, with the same keys, limits and errors as the rest of the merchant API. */
export function checkoutRoutes(app: FastifyInstance, { providerFor }: CheckoutDeps): void {
  app.get(
    '/website',
    {
      ...needsScope('any'),
      schema: {
        operationId: 'readWebsite',
        summary: 'Read the settings of your website',
        description:
          'The name, mode, methods, return URL and callback URL of the website of this key. A program can check its setup with it. ' +
          'Changes take effect within ten seconds.',
        tags: ['Checkout'],
        response: responses({
          status: 200,
          description: 'The settings.',
          schema: enveloped(ref('CheckoutWebsite')),
          examples: WEBSITE_RESPONSES,
        }),
      },
    },
    // Contract: CHECKOUT-1.
    async (request) => {
      const { website, key } = principalOf(request);
      return {
        success: true,
        data: {
          website_id: website.id,
          name: website.name,
          mode: key.mode,
          methods: usableMethods(website, key.mode, providerFor),
          return_url: website.returnUrl,
          callback_url: callbackUrlOf(website, key.mode),
        },
      };
    },
  );
}
