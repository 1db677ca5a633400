import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CREATE_LINK_RESPONSES, LINK_RESPONSES, LINKS_RESPONSES } from '../schemas/examples.ts';
import { array, enveloped, ref, responses } from '../schemas/json-schema.ts';
import { CreateLink, type CreateLinkBody, LinkCursor, LinkParams, LinkPicture, LinksQuery } from './links-schemas.ts';
import type { LinksDeps } from './serve-links.ts';

const TAGS = ['Payment links'];
const ONE = enveloped(ref('PaymentLink'));

/**
 * The payment links API, with the same keys, limits and errors as the rest of the merchant API. Its code is loaded by the first request,
 * so that it does not slow the start.
 */
export function linksRoutes(app: FastifyInstance, deps: LinksDeps): void {
  const load = () => import('./serve-links.ts');
  app.post<{ Body: CreateLinkBody | undefined }>(
    '/links',
    {
      // The handler reports schema errors together with those that a schema cannot express.
      attachValidation: true,
      schema: {
        operationId: 'createLink',
        summary: 'Create a payment link',
        description:
          "Creates a link for the key's website and mode. Its payments are listed under this key. A request whose response is lost " +
          'may have created a link: list the links before you retry.',
        tags: TAGS,
        body: CreateLink,
        response: responses(
          {
            status: 201,
            description: 'The link. Customers can pay it immediately.',
            schema: ONE,
            examples: CREATE_LINK_RESPONSES,
          },
          ['payload_too_large', 'unsupported_media_type', 'validation_error'],
        ),
      },
    },
    async (request, reply) => (await load()).createLink(deps, request, reply),
  );
  const listSchema = {
    operationId: 'listLinks',
    summary: 'List payment links',
    description: "The links of the key's website and mode, newest first.",
    tags: TAGS,
    querystring: LinksQuery,
    response: responses(
      {
        status: 200,
        description: 'The links, newest first.',
        examples: LINKS_RESPONSES,
        schema: enveloped(array(ref('PaymentLink')), { next_cursor: LinkCursor }),
      },
      ['validation_error', 'invalid_cursor'],
    ),
  };
  const list = async (request: FastifyRequest<{ Querystring: LinksQuery }>, reply: FastifyReply) =>
    (await load()).listLinks(deps, request, reply);
  app.get<{ Querystring: LinksQuery }>('/links', { schema: listSchema }, list);
  // Without this route, `/links/` would read the link with an empty code.
  app.get<{ Querystring: LinksQuery }>('/links/', { schema: { ...listSchema, hide: true } }, list);
  app.get<{ Params: LinkParams }>(
    '/links/:code',
    {
      schema: {
        operationId: 'readLink',
        summary: 'Read a payment link',
        description: 'One link, with its sales.',
        tags: TAGS,
        params: LinkParams,
        response: responses({ status: 200, description: 'The link.', schema: ONE, examples: LINK_RESPONSES }, [
          'not_found',
        ]),
      },
    },
    async (request, reply) => (await load()).readLink(deps, request, reply),
  );
  app.post<{ Params: LinkParams }>(
    '/links/:code/picture',
    {
      schema: {
        operationId: 'changeLinkPicture',
        summary: 'Change the picture of a payment link',
        description: "Shows this picture on the link's page, instead of the previous one.",
        tags: TAGS,
        params: LinkParams,
        body: LinkPicture,
        response: responses(
          { status: 200, description: 'The link with its new picture.', schema: ONE, examples: LINK_RESPONSES },
          ['not_found', 'payload_too_large', 'unsupported_media_type', 'validation_error'],
        ),
      },
    },
    async (request, reply) => (await load()).changePicture(deps, request, reply),
  );
  app.post<{ Params: LinkParams }>(
    '/links/:code/picture/remove',
    {
      schema: {
        operationId: 'removeLinkPicture',
        summary: 'Remove the picture of a payment link',
        description: "Removes the picture from the link's page. Removing it again is not an error.",
        tags: TAGS,
        params: LinkParams,
        response: responses(
          { status: 200, description: 'The link without a picture.', schema: ONE, examples: LINK_RESPONSES },
          ['not_found', 'payload_too_large', 'unsupported_media_type', 'validation_error'],
        ),
      },
    },
    async (request, reply) => (await load()).removePicture(deps, request, reply),
  );
  app.post<{ Params: LinkParams }>(
    '/links/:code/deactivate',
    {
      schema: {
        operationId: 'deactivateLink',
        summary: 'Deactivate a payment link',
        description:
          'Deactivates a link permanently. Open payments continue. Deactivating a link again is not an error.',
        tags: TAGS,
        params: LinkParams,
        response: responses(
          { status: 200, description: 'The deactivated link.', schema: ONE, examples: LINK_RESPONSES },
          ['not_found', 'payload_too_large', 'unsupported_media_type', 'validation_error'],
        ),
      },
    },
    async (request, reply) => (await load()).deactivateLink(deps, request, reply),
  );
}
