import { type OpenApiDocument, type Operation, operations } from '../../api/openapi/document.ts';

/** An operation of the API at its path, or a webhook, which your server receives, by its event. */
type Described = { readonly method: string; readonly operation: Operation } & (
  | { readonly path: string; readonly servers: OpenApiDocument['servers'] }
  | { readonly webhook: string }
);

/** Every operation of the API, and then every webhook. */
export function describedOperations(document: OpenApiDocument): readonly Described[] {
  const webhooks = Object.entries(document.webhooks ?? {}).flatMap(([webhook, item]) =>
    Object.entries(item).map(([method, operation]) => ({ webhook, method, operation })),
  );
  return [
    ...operations(document).map((found) => ({ ...found, servers: found.operation.servers ?? document.servers })),
    ...webhooks,
  ];
}

/** An operation together with the shared schemas and headers that it and they refer to, so that no other document is needed. */
export function withReferenced(document: OpenApiDocument, described: Described): object {
  const components: Record<string, Record<string, unknown>> = {};
  const shared: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> = document.components;
  const add = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)) {
      const named = (components[kind] ??= {});
      if (name in named) continue;
      named[name] = shared[kind]?.[name];
      add(named[name]);
    }
  };
  add(described);
  return { ...described, components };
}
