import type { OpenApiDocument } from '../../src/api/openapi/document.ts';
import { startTestGateway } from './gateway.ts';

/** What a gateway serves as its description and its docs page, once for a whole file of tests. */
export async function servedDocs(): Promise<{ document: OpenApiDocument; page: string; url: string }> {
  const gateway = await startTestGateway('sqlite');
  try {
    const document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as OpenApiDocument;
    const page = await (await fetch(`${gateway.url}/docs`)).text();
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

/** A place in a document as a JSON pointer. */
export function pointer(path: readonly string[]): string {
  return path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
