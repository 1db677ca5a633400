import { API_BASE } from '../api/api-base.ts';
import { type CodeSample, type OpenApiDocument, type Operation, operations } from '../api/openapi/document.ts';
import { isObject } from '../platform/text/json-object.ts';
import { CODE_LANGUAGES, type CodeLanguage, requestFences, type ShownRequest } from './request-code.ts';
import { sdkFences } from './sdk-code.ts';

/** A query to paste for the endpoints whose every parameter is optional. */
const QUERIES: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  listPayments: { status: 'completed', per_page: 20 },
  listEvents: { limit: 50 },
  readExchangeRate: { amount: 1000 },
  listLinks: { per_page: 20 },
  listRefunds: { per_page: 20 },
};

/** The values of path parameters and of `transaction_id` in code to paste. */
const SHOWN_VALUES: Readonly<Record<string, string>> = {
  transaction_id: '$TRANSACTION_ID',
  reference: 'order-1042',
  refund_id: 'order-1042-refund',
  session_id: '$SESSION_ID',
  code: '$LINK_CODE',
};

/** The language of a sample, as other tools name it. */
const LANGS: Readonly<Record<CodeLanguage, string>> = {
  sh: 'Shell',
  js: 'JavaScript',
  php: 'PHP',
  python: 'Python',
};

/** An operation with its address and method, as `operations` returns it. */
type Found = ReturnType<typeof operations>[number];

/**
 * A request of an operation in every language: curl, then a program with the SDK or, if the SDKs don't have the operation, without
 * dependencies.
 *
 * @param body an example of the body; undefined for a request without one
 * @param publicUrl the gateway's address
 */
export function operationFences({ path, method, operation }: Found, body: unknown, publicUrl: string) {
  const query = QUERIES[operation.operationId] ?? {};
  const base = operation.servers?.[0]?.url ?? `${publicUrl}${API_BASE}`;
  const shownBody = hasId(body) ? { ...body, transaction_id: SHOWN_VALUES.transaction_id } : body;
  const filled = path.replace(/\{(\w+)\}/, (_, name: string) => shownValue(name));
  const search = Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const request = requestFences({
    method: method.toUpperCase() as ShownRequest['method'],
    url: `${base}${filled}${search && `?${search}`}`,
    ...(body !== undefined && { body: shownBody }),
  });
  const [, parameter] = /\{(\w+)\}/.exec(path) ?? [];
  const withSdk = sdkFences({
    operationId: operation.operationId,
    publicUrl,
    id: parameter === undefined ? undefined : shownValue(parameter),
    fields: { ...query, ...(shownBody as object | undefined) },
  });
  return withSdk ? [...request.slice(0, 1), ...withSdk] : request;
}

function shownValue(parameter: string): string {
  const value = SHOWN_VALUES[parameter];
  if (value === undefined) throw new Error(`code to paste has no value for {${parameter}}`);
  return value;
}

function hasId(body: unknown): body is { transaction_id: string } {
  return isObject(body) && 'transaction_id' in body;
}

/** Adds `x-codeSamples` to every operation: its first example in every language. Changes its argument. */
export function addCodeSamples(document: OpenApiDocument, publicUrl: string): OpenApiDocument {
  for (const found of operations(document)) {
    found.operation['x-codeSamples'] = samplesOf(found, publicUrl);
  }
  return document;
}

function samplesOf(found: Found, publicUrl: string): CodeSample[] {
  const [example] = Object.values(bodyExamples(found.operation));
  return operationFences(found, example?.value, publicUrl).map(({ language, text }) => {
    const isSdk = text.includes("from '@peye/sdk'");
    return isSdk
      ? { lang: 'TypeScript', label: 'TypeScript', source: text }
      : { lang: LANGS[language], label: CODE_LANGUAGES[language], source: text };
  });
}

function bodyExamples({ requestBody }: Operation) {
  return requestBody?.content['application/json']?.examples ?? {};
}
