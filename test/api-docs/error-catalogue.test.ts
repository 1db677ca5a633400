import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { type OpenApiDocument, operations } from '../../src/api/openapi/document.ts';
import { ERRORS, type ErrorCode } from '../../src/core/errors.ts';
import { errorsMarkdown } from '../../src/docs-site/errors-markdown.ts';
import { servedDocs } from '../support/openapi.ts';

const CATALOGUE = Object.keys(ERRORS).sort() as ErrorCode[];

/** Errors for HTTP methods that no operation has: the document names these errors in its description. */
const OUTSIDE_OPERATIONS = ['method_not_allowed', 'not_implemented'];

describe('the error catalogue', () => {
  let document: OpenApiDocument;
  let page: string;
  before(async () => {
    ({ document, page } = await servedDocs());
  });

  // Contract: ERROR-7
  it('is the same in docs/errors.md, in both directions', () => {
    const written = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
    const listed = [...written.matchAll(/^\| \d{3} +\| `([a-z_]+)` +\|/gm)].map(([, code]) => code!);
    assert.deepEqual(listed.sort(), CATALOGUE);
    assert.equal(written, errorsMarkdown('en'), 'docs/errors.md is out of date: run `npm run docs`');
  });

  // Contract: ERROR-7
  it('is the same in the served docs, in both directions', () => {
    const anchors = [...page.matchAll(/<tr role="row" id="error-([a-z_]+)"><td [^>]*>(\d+)<\/td>/g)];
    assert.deepEqual(anchors.map(([, code]) => code!).sort(), CATALOGUE);
    for (const [, code, status] of anchors) assert.equal(Number(status), ERRORS[code as ErrorCode].status, code);
  });

  // Contract: ERROR-7
  it('is the same in the OpenAPI document, in both directions', () => {
    const onOperations = new Set<string>();
    for (const { operation } of operations(document)) {
      for (const code of examplesByStatus(operation.responses, operation.operationId)) onOperations.add(code);
    }
    for (const code of OUTSIDE_OPERATIONS) assert.ok(document.info.description.includes(`\`${code}\``), code);
    assert.deepEqual([...onOperations, ...OUTSIDE_OPERATIONS].sort(), CATALOGUE);
    const { properties } = document.components.schemas.Error as { properties: { error: { enum: string[] } } };
    assert.deepEqual(
      [...properties.error.enum].sort(),
      CATALOGUE,
      'the enum in the schema, on which clients branch, must have all codes',
    );
  });

  /** The codes of all error responses. Each example must have its own code, and be listed under the status of that code. */
  function examplesByStatus(responses: OpenApiDocument['paths'][string][string]['responses'], place: string): string[] {
    return Object.entries(responses ?? {})
      .filter(([status]) => status >= '400')
      .flatMap(([status, { content }]) =>
        Object.entries(content?.['application/json']?.examples ?? {}).map(([code, example]) => {
          const { error } = example.value as { error: ErrorCode };
          assert.equal(error, code, `${place} ${status}`);
          assert.equal(ERRORS[error]?.status, Number(status), `${place}: ${code} under ${status}`);
          return code;
        }),
      );
  }
});
