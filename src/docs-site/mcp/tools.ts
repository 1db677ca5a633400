import type { OpenApiDocument } from '../../api/openapi/document.ts';
import { FAILURE_REASONS, PAYMENT_METHODS } from '../../core/payment.ts';
import { LANGUAGES, type Language } from '../../platform/messages/language.ts';
import type { JsonObject } from '../../platform/text/json-object.ts';
import type { DocsSite } from '../docs-site.ts';
import type { CallApi, ToolResult } from './call-api.ts';
import { describedOperations, withReferenced } from './described-operations.ts';
import { docsSearch, pageOf } from './search-docs.ts';

/** A tool as agents see it, and what it does. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
  };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: false;
    readonly openWorldHint: false;
  };
  readonly run: (given: JsonObject, callApi: CallApi) => Promise<ToolResult>;
}

/** The parts of the docs that the tools read. */
interface ToolDeps {
  readonly publicUrl: string;
  readonly loadSite: () => Promise<DocsSite>;
  readonly describe: () => Promise<OpenApiDocument>;
}

const ID = { type: 'string', pattern: '^[0-9]{1,20}$', description: 'The transaction_id of a payment.' };
const LANGUAGE = { type: 'string', enum: LANGUAGES, description: 'English by default.' };
const MAX_QUERY_LENGTH = 200;
const MAX_PAGE_LENGTH = 200;

/** The tools: three that read the documentation, and five for test payments, which go through the merchant API. */
export function mcpTools({ publicUrl, loadSite, describe }: ToolDeps): McpTool[] {
  const search = docsSearch(loadSite, publicUrl);
  return [
    reading('search_docs', {
      title: 'Search the documentation',
      description: 'Finds pages of the documentation. Returns titles, headings and names for read_page.',
      properties: { query: { type: 'string', maxLength: MAX_QUERY_LENGTH }, language: LANGUAGE },
      required: ['query'],
      run: async ({ query, language }) => {
        if (typeof query !== 'string' || query.length > MAX_QUERY_LENGTH) {
          return failed(`query must be a text of at most ${MAX_QUERY_LENGTH} characters.`);
        }
        return ok(JSON.stringify(await search(query, languageOf(language))));
      },
    }),
    reading('read_page', {
      title: 'Read a page of the documentation',
      description:
        'Returns a page as Markdown, by its name or address, such as first-payment, webhooks, sdk, errors or refunds.',
      properties: { page: { type: 'string', maxLength: MAX_PAGE_LENGTH }, language: LANGUAGE },
      required: ['page'],
      run: async ({ page, language }) => {
        const site = await loadSite();
        const given = languageOf(language);
        const found = typeof page === 'string' && page.length <= MAX_PAGE_LENGTH ? site.find(pageOf(page)) : undefined;
        if (!found) return failed('There is no such page: search_docs returns the names of pages.');
        if (!site.markdownAddress(found))
          return failed('This page is a part of the API reference: use read_operation.');
        return ok(site.markdown({ ...found, ...(language !== undefined && { language: given }) }));
      },
    }),
    reading('read_operation', {
      title: 'Read an operation of the API',
      description:
        'Returns the OpenAPI description of an operation or a webhook, with its schemas and, for an operation, code samples in four languages. Without a name, lists all.',
      properties: { operation_id: { type: 'string', maxLength: 64 } },
      required: [],
      run: async ({ operation_id }) => {
        const document = await describe();
        const all = describedOperations(document);
        const found = all.find(({ operation }) => operation.operationId === operation_id);
        if (found) return ok(JSON.stringify(withReferenced(document, found)));
        const listed = all.map(({ operation }) => `${operation.operationId}: ${operation.summary}`).join('\n');
        return operation_id === undefined ? ok(listed) : failed(`There is no such operation. There are:\n${listed}`);
      },
    }),
    acting('create_test_payment', {
      title: 'Create a test payment',
      description:
        'Needs a test key. Creates a payment that moves no money, and returns the payment_url where it can be paid with test numbers.',
      properties: {
        amount: { type: 'number', minimum: 1 },
        currency: { type: 'string', enum: ['HTG', 'USD'] },
        payment_method: { type: 'string', enum: PAYMENT_METHODS },
        customer_name: { type: 'string', maxLength: 255 },
        customer_email: { type: 'string', maxLength: 255 },
        customer_phone: { type: 'string', maxLength: 20 },
        reference: { type: 'string', maxLength: 255, description: 'Your own id of the order.' },
        description: { type: 'string', maxLength: 255 },
        metadata: { type: 'object' },
      },
      required: ['amount', 'currency', 'payment_method', 'customer_name'],
      run: (given, callApi) => callApi('POST', '/payments', given),
    }),
    acting('complete_test_payment', {
      title: 'Complete a test payment',
      description:
        'Needs a test key. Completes a test payment as if the customer had paid it. Its event then is in list_events.',
      properties: { transaction_id: ID },
      required: ['transaction_id'],
      run: ({ transaction_id }, callApi) =>
        withId(transaction_id, (id) => callApi('POST', `/test_helpers/payments/${id}/complete`)),
    }),
    acting('fail_test_payment', {
      title: 'Fail a test payment',
      description:
        'Needs a test key. Fails a test payment, for a reason (default: declined). Its event then is in list_events.',
      properties: { transaction_id: ID, failure_reason: { type: 'string', enum: FAILURE_REASONS } },
      required: ['transaction_id'],
      run: ({ transaction_id, failure_reason }, callApi) =>
        withId(transaction_id, (id) =>
          callApi('POST', `/test_helpers/payments/${id}/fail`, {
            ...(failure_reason !== undefined && { failure_reason }),
          }),
        ),
    }),
    reading('read_payment', {
      title: 'Read a test payment',
      description: 'Needs a test key. Returns the payment with its status.',
      properties: { transaction_id: ID },
      required: ['transaction_id'],
      run: ({ transaction_id }, callApi) => withId(transaction_id, (id) => callApi('GET', `/payments/${id}`)),
    }),
    reading('list_events', {
      title: 'List events of test payments',
      description:
        'Needs a test key. Returns events of completed and failed test payments, oldest first. Pass next_cursor as after to continue.',
      properties: { after: { type: 'string', maxLength: 512 }, limit: { type: 'integer', minimum: 1, maximum: 20 } },
      required: [],
      run: ({ after, limit = 20 }, callApi) => {
        const query = new URLSearchParams({
          limit: String(limit),
          ...(after !== undefined && { after: String(after) }),
        });
        return callApi('GET', `/events?${query}`);
      },
    }),
  ];
}

type Described = Pick<McpTool, 'title' | 'description' | 'run'> &
  Pick<McpTool['inputSchema'], 'properties' | 'required'>;

function reading(name: string, described: Described): McpTool {
  return tool(name, described, true);
}

function acting(name: string, described: Described): McpTool {
  return tool(name, described, false);
}

function tool(name: string, { properties, required, ...described }: Described, readOnlyHint: boolean): McpTool {
  return {
    name,
    ...described,
    inputSchema: { type: 'object', properties, required },
    annotations: { readOnlyHint, destructiveHint: false, openWorldHint: false },
  };
}

function languageOf(given: unknown): Language {
  return LANGUAGES.find((language) => language === given) ?? 'en';
}

/** Only digits become a part of a path. */
async function withId(id: unknown, call: (id: string) => Promise<ToolResult>): Promise<ToolResult> {
  return typeof id === 'string' && /^\d{1,20}$/.test(id)
    ? call(id)
    : failed('transaction_id must be a text of digits.');
}

function ok(text: string): ToolResult {
  return { text, isError: false };
}

function failed(text: string): ToolResult {
  return { text, isError: true };
}
