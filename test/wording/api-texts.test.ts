import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Content, type OpenApiDocument, operations, type SchemaObject } from '../../src/api/openapi/document.ts';
import { ERRORS } from '../../src/core/errors.ts';
import { STATUS_MEANINGS } from '../../src/docs-site/errors-markdown.ts';
import { API_TEXTS } from '../../src/platform/messages/api-reference/api-text.ts';
import { servedDocs } from '../support/openapi.ts';
import { typographyFaults } from '../support/typography.ts';

const namesIn = (text: string) => [...new Set(text.match(/`[^`]+`/g))].sort();

/** Texts that are the same in every language. */
const NAMES = ['MonCash', 'NatCash'];

/** Every text of the OpenAPI document that the pages of the reference show. */
function textsOf({ tags, paths, webhooks = {}, components }: OpenApiDocument): string[] {
  const events = Object.values(webhooks).flatMap((item) => Object.values(item));
  const shown = [...operations({ paths } as OpenApiDocument).map(({ operation }) => operation), ...events];
  return [
    ...tags.map(({ description }) => description),
    ...shown.flatMap(({ summary, description, parameters = [], requestBody, responses }) => [
      summary,
      description,
      ...parameters.flatMap((parameter) => [parameter.description, ...textsOfSchema(parameter.schema)]),
      ...textsOfContent(requestBody?.content),
      ...Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([status, { description: text, content }]) => [status === '2XX' && text, ...textsOfContent(content)]),
    ]),
    ...Object.values(components.schemas).flatMap(textsOfSchema),
  ].filter((text): text is string => Boolean(text));
}

function textsOfContent(content: Content = {}): (string | undefined)[] {
  return Object.values(content).flatMap(({ schema, examples = {} }) => [
    ...textsOfSchema(schema),
    ...Object.values(examples).map(({ summary }) => summary),
  ]);
}

function textsOfSchema({
  description,
  properties = {},
  items,
  anyOf = [],
  oneOf = [],
}: SchemaObject): (string | undefined)[] {
  const inner = [...Object.values(properties), ...anyOf, ...oneOf, ...(items ? [items] : [])];
  return [description, ...inner.flatMap(textsOfSchema)];
}

describe('the texts of the API in French and Kreyòl', () => {
  const shown = new Set<string>([
    ...Object.values(ERRORS).map(({ meaning }) => meaning),
    ...Object.values(STATUS_MEANINGS),
  ]);
  before(async () => {
    for (const text of textsOf((await servedDocs()).document)) shown.add(text);
    for (const name of NAMES) shown.delete(name);
  });

  for (const language of ['fr', 'ht'] as const) {
    const texts = API_TEXTS[language];

    it(`${language} has each of them, and no others`, () => {
      assert.deepEqual(Object.keys(texts).sort(), [...shown].sort());
    });

    it(`${language} names the same fields and codes as English`, () => {
      for (const [english, text] of Object.entries(texts)) assert.deepEqual(namesIn(text), namesIn(english), english);
    });

    it(`${language} follows the rules of typography`, () => {
      const prose = Object.values(texts).map((text) => text.replaceAll(/`[^`]+`/g, '0'));
      assert.deepEqual(
        prose.flatMap((text) => typographyFaults(text, language)),
        [],
      );
    });
  }
});
