import { DOCUMENTED } from '../schemas/documented.ts';

/** The checks of a validator for one part of a request, as text. Keywords that only the document uses are omitted. */
export function checkedText(schema: object, httpPart: string | undefined): string {
  // A body is not coerced. Query strings and paths are text, so numbers are parsed from it.
  return `${httpPart === 'body' ? 'body' : 'text'} ${JSON.stringify(checked(schema))}`;
}

function checked(schema: object): object {
  const { description: _, examples: __, $id: ___, [DOCUMENTED]: ____, ...rest } = schema as Record<string, unknown>;
  const { properties } = rest;
  if (properties === undefined) return rest;
  const members = Object.entries(properties as Record<string, object>);
  return { ...rest, properties: Object.fromEntries(members.map(([name, member]) => [name, checked(member)])) };
}
