/** The names of all fields, however deep, in their order; what is in `metadata` is the merchant's own. */
export function jsonShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(jsonShape);
  if (typeof value !== 'object' || value === null) return null;
  const ownData = ['metadata', 'provider_response'];
  return Object.entries(value).map(([name, part]) => [name, ownData.includes(name) ? null : jsonShape(part)]);
}
