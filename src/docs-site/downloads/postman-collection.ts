import { type OpenApiDocument, type Operation, operations, type Parameter } from '../../api/openapi/document.ts';
import { pathOf } from '../../platform/network/web-url.ts';
import { isObject } from '../../platform/text/json-object.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** The variables that path parameters are read from, and that requests which create something set. */
const VARIABLES: Readonly<Record<string, string>> = {
  transaction_id: '',
  session_id: '',
  code: '',
  reference: 'order-1042',
  refund_id: 'order-1042-refund',
};

/** What a successful response sets: the variable, and where its value is in the body. */
const SETS: Readonly<Record<string, readonly [variable: string, value: string]>> = {
  createPayment: ['transaction_id', 'transaction_id'],
  createCheckoutSession: ['session_id', 'data.session_id'],
  createLink: ['code', 'data.code'],
};

/**
 * The API as a collection for Postman, in its format 2.1: a folder for each tag, a request for each operation with the first example of its
 * body, and an example of the response. The variable `baseUrl` has the gateway's address, and `apiKey` is empty.
 */
export function postmanCollection(document: OpenApiDocument, publicUrl: string): object {
  const found = operations(document);
  const folders = document.tags.map(({ name, description }) => ({
    name,
    description,
    item: found.filter(({ operation }) => operation.tags.includes(name)).map((each) => item(document, each)),
  }));
  return {
    info: {
      name: `Peye ${document.info.version}`,
      description:
        'Set the variable `apiKey` to a test key. Requests that create something set the variables of the others.',
      schema: SCHEMA,
    },
    auth: {
      type: 'apikey',
      apikey: Object.entries({ key: 'X-Api-Key', value: '{{apiKey}}', in: 'header' }).map(text),
    },
    variable: Object.entries({ baseUrl: publicUrl, apiKey: '', ...VARIABLES }).map(text),
    // Webhooks are requests of the gateway.
    item: folders.filter((folder) => folder.item.length > 0),
  };
}

function item(document: OpenApiDocument, { path, method, operation }: ReturnType<typeof operations>[number]): object {
  const { operationId, summary, description, parameters = [] } = operation;
  const base = pathOf(operation.servers?.[0]?.url ?? document.servers[0]!.url);
  const segments = `${base}${path}`.split('/').slice(1);
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const shown = segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
  const body = firstExample(operation.requestBody?.content);
  const sets = SETS[operationId];
  return {
    name: summary,
    ...(sets && { event: [{ listen: 'test', script: { type: 'text/javascript', exec: setVariable(...sets) } }] }),
    request: {
      method: method.toUpperCase(),
      description,
      header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      url: {
        raw: `{{baseUrl}}/${shown.join('/')}`,
        host: ['{{baseUrl}}'],
        path: shown,
        variable: inPath.map((parameter) => described(parameter, `{{${parameter.name}}}`)),
        // All are optional. The examples of several filters would exclude each other.
        query: inQuery.map((parameter) => ({ ...described(parameter, String(parameter.example)), disabled: true })),
      },
      ...(body !== undefined && { body: { mode: 'raw', raw: json(body), options: { raw: { language: 'json' } } } }),
    },
    response: responses(operation),
  };
}

function responses({ responses: all }: Operation): object[] {
  return Object.entries(all).flatMap(([status, { content }]) => {
    const [example] = Object.values(content?.['application/json']?.examples ?? {});
    if (!status.startsWith('2') || !example) return [];
    return [
      {
        name: example.summary ?? status,
        code: Number(status),
        header: [{ key: 'Content-Type', value: 'application/json' }],
        body: json(example.value),
      },
    ];
  });
}

function firstExample(content: NonNullable<Operation['requestBody']>['content'] | undefined): unknown {
  const [example] = Object.values(content?.['application/json']?.examples ?? {});
  const body = example?.value;
  return isObject(body) && 'transaction_id' in body ? { ...body, transaction_id: '{{transaction_id}}' } : body;
}

function setVariable(variable: string, value: string): string[] {
  return [`if (pm.response.code < 300) pm.collectionVariables.set('${variable}', pm.response.json().${value});`];
}

function described({ name, description = '' }: Parameter, value: string) {
  return { key: name, value, description };
}

function text([key, value]: readonly [string, string]): object {
  return { key, value, type: 'string' };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
