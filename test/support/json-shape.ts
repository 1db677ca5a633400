/** The names of all fields at every depth, in their order, but not those inside `metadata`, which belong to the merchant. */
export function jsonShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(jsonShape);
  if (typeof value !== 'object' || value === null) return null;
  const ownData = ['metadata', 'provider_response'];
  return Object.entries(value).map(([name, part]) => [name, ownData.includes(name) ? null : jsonShape(part)]);
}
