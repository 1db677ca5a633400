import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Conversion, CreatedPayment, CreatePayment, Pagination, Payment, Verification } from './schemas/payments.ts';
import { ErrorBody, Event, ExchangeRate, Health, WebhookBody } from './schemas/service.ts';

/** The schemas that routes refer to by name. */
const SHARED = [
  Payment,
  CreatePayment,
  CreatedPayment,
  Conversion,
  Pagination,
  Verification,
  Event,
  WebhookBody,
  ExchangeRate,
  Health,
  ErrorBody,
];

/** Makes the OpenAPI document from the routes that are registered after this, and serves it at `/openapi.json`. */
export async function describeApi(
  app: FastifyInstance,
  { publicUrl, version }: { publicUrl: string; version: string },
): Promise<void> {
  for (const schema of SHARED) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Peye',
        version,
        description: 'Accept payments in Haiti by MonCash, NatCash, LakayPay card and card.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      security: [{ ApiKey: [] }],
      components: {
        securitySchemes: {
          ApiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Api-Key',
            description: '`tk_test_…` simulates, `tk_live_…` moves money.',
          },
        },
      },
    },
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, i) => (json.$id as string | undefined) ?? `def-${i}`,
    },
  });
  app.get('/openapi.json', { schema: { hide: true, response: { 200: Type.Any() } } }, async () => app.swagger());
}
