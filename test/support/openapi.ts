import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { OpenApiDocument } from '../../src/api/openapi/document.ts';
import { startTestGateway } from './gateway.ts';

/** What a gateway serves as its description and its page of errors, once for a whole file of tests. */
export async function servedDocs(): Promise<{ document: OpenApiDocument; page: string; url: string }> {
  const gateway = await startTestGateway('sqlite');
  try {
    const document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as OpenApiDocument;
    const page = await (await fetch(`${gateway.url}/docs/errors`)).text();
    return { document, page, url: gateway.url };
  } finally {
    await gateway.stop();
  }
}

/** Calls `visit` for every object of a JSON document, with the path that leads there. */
export function walk(
  value: unknown,
  visit: (object: Record<string, unknown>, path: string[]) => void,
  path: string[] = [],
): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Record<string, unknown>, path);
  for (const [key, part] of Object.entries(value)) walk(part, visit, [...path, key]);
}

/** Compiles the schema at a place of the document, as a client's validator does. */
export function schemaCompiler(document: OpenApiDocument): (path: readonly string[]) => ValidateFunction {
  // `multipleOf` is meant exactly, but the validator divides in floating point, so it needs a tolerance.
  const ajv = new Ajv2020({ allErrors: true, strictTypes: false, validateSchema: false, multipleOfPrecision: 3 });
  ajvFormats.default(ajv);
  ajv.addVocabulary([...Object.keys(document), 'discriminator']);
  ajv.addSchema(document, 'peye');
  return (path) => ajv.compile({ $ref: `peye#${pointer(path).replaceAll('{', '%7B').replaceAll('}', '%7D')}` });
}

/** A place in a document as a JSON pointer. */
export function pointer(path: readonly string[]): string {
  return path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
