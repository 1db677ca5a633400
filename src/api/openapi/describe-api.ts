import swagger from '@fastify/swagger';
import { fastify, type RouteOptions } from 'fastify';
import { WILDCARD } from '../api-base.ts';
import { CheckoutSession, CheckoutWebsite, CreateSession } from '../checkout/checkout-schemas.ts';
import { ApiRequest } from '../checkout/requests-schemas.ts';
import { CreateLink, LinkPicture, PaymentLink } from '../links/links-schemas.ts';
import { Dispute, Refund, RefundEvent, RequestRefund } from '../refunds/refunds-schemas.ts';
import { PAYMENT_UNIONS } from '../schemas/payment-kinds.ts';
import { Conversion, FailPayment, Pagination, Verification } from '../schemas/payments.ts';
import { ErrorBody, Event, ExchangeRate, Health } from '../schemas/service.ts';
import {
  PaymentFailedEvent,
  PaymentSuccessEvent,
  RefundFailedEvent,
  RefundReversedEvent,
  RefundSucceededEvent,
  TestEvent,
} from '../schemas/webhooks.ts';
import type { OpenApiDocument } from './document.ts';
import { finishDocument } from './finish-document.ts';

/** The schemas that routes refer to by name, in the order of the document. */
const SHARED = [
  ...PAYMENT_UNIONS,
  Conversion,
  Pagination,
  Verification,
  FailPayment,
  Event,
  PaymentSuccessEvent,
  PaymentFailedEvent,
  RefundSucceededEvent,
  RefundFailedEvent,
  RefundReversedEvent,
  TestEvent,
  ExchangeRate,
  Health,
  CheckoutWebsite,
  CreateSession,
  CheckoutSession,
  ApiRequest,
  CreateLink,
  LinkPicture,
  PaymentLink,
  RequestRefund,
  Refund,
  Dispute,
  RefundEvent,
  ErrorBody,
];

const TAGS = [
  { name: 'Payments', description: 'Create, find, list and verify payments.' },
  {
    name: 'Checkout',
    description:
      'Pages where customers choose the payment method, and the settings of your website. They have a separate server path, and the same ' +
      'keys and limits.',
  },
  {
    name: 'Payment links',
    description:
      'Addresses where customers pay without a shop. They have a separate server path, and the same keys and limits.',
  },
  {
    name: 'Refunds',
    description: 'Return money of completed payments. They have a separate server path, and the same keys and limits.',
  },
  { name: 'Exchange rate', description: 'The rate at which dollars are charged in gourdes.' },
  { name: 'Service', description: 'Check that the API responds.' },
  {
    name: 'Sandbox',
    description: 'Endpoints for test keys only: completing or failing test payments, and the events feed.',
  },
  { name: 'Webhooks', description: 'The requests that the gateway sends to your callback URL.' },
];

/** The parts of a registered route that the document describes. */
export type DescribedRoute = Pick<RouteOptions, 'method' | 'url' | 'schema'>;

/** The addresses and the version of the API. */
export interface ApiAddress {
  readonly publicUrl: string;
  /** The path of the API below `publicUrl`. */
  readonly apiBase: string;
  /** The paths of the other APIs below `publicUrl`, by the tags of their operations. */
  readonly otherBases: Readonly<Record<string, string>>;
  readonly version: string;
}

/**
 * Generates the OpenAPI 3.1 document of these routes. Its paths are relative to `publicUrl` with `apiBase`. The routes are registered on a
 * server that never listens, so that the real server does not load the code that describes it.
 */
export async function describeApi(
  routes: readonly DescribedRoute[],
  { publicUrl, apiBase, otherBases, version }: ApiAddress,
): Promise<OpenApiDocument> {
  const app = fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  for (const schema of SHARED) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Peye',
        version,
        description:
          'Accept payments in Haiti by MonCash, NatCash, LakayPay card and card. Guides and the readable reference are at `/docs`. ' +
          'An unknown path returns 404 `not_found`, a method that the path does not support 405 `method_not_allowed` with `Allow`, and an unknown method 501 `not_implemented`.',
        contact: { name: 'The documentation of this gateway', url: `${publicUrl}/docs` },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: `${publicUrl}${apiBase}`, description: 'This gateway. The key sets the mode, test or live.' }],
      security: [{ ApiKey: [] }],
      tags: TAGS,
      components: {
        securitySchemes: {
          ApiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Api-Key',
            description: '`tk_test_…` simulates payments, `tk_live_…` moves real money. Keep the key on your server.',
          },
        },
      },
    },
    convertConstToEnum: false,
    // Added below, because a proxy may serve the gateway under another path.
    stripBasePath: false,
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, i) => (json.$id as string | undefined) ?? `def-${i}`,
    },
    transform: ({ schema, url }) => {
      const base = [apiBase, ...Object.values(otherBases)].find((each) => url.startsWith(`${each}/`)) ?? '';
      const path = url.slice(base.length);
      return path === WILDCARD.path ? nameWildcard(schema, path) : { schema, url: path };
    },
    transformObject: (made) => {
      if (!('openapiObject' in made)) throw new Error('the document is not OpenAPI');
      const servers = Object.fromEntries(Object.entries(otherBases).map(([tag, base]) => [tag, `${publicUrl}${base}`]));
      return finishDocument(made.openapiObject as unknown as OpenApiDocument, servers) as never;
    },
  });
  for (const route of routes) app.route({ ...route, handler: async () => {} });
  await app.ready();
  return app.swagger() as unknown as OpenApiDocument;
}

// biome-ignore lint/suspicious/noExplicitAny: the plugin's own type for any route's schema
function nameWildcard(schema: any, url: string) {
  const { '*': reference } = schema.params.properties;
  const params = { type: 'object', required: [WILDCARD.parameter], properties: { [WILDCARD.parameter]: reference } };
  return { schema: { ...schema, params }, url: url.replace('*', `:${WILDCARD.parameter}`) };
}
