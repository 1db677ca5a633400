/** Names that need no quotes in YAML, except the words that old parsers read as values. */
const PLAIN = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[A-Za-z_][\w-]*$/i;

/** A JSON document as YAML 1.2. Texts keep the quotes of JSON, which YAML reads in the same way. */
export function yaml(value: unknown): string {
  return `${block(value, '').replace(/^\n/, '')}\n`;
}

function block(value: unknown, margin: string): string {
  if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}`;
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []';
    return value.map((item) => `\n${margin}-${block(item, `${margin}  `)}`).join('');
  }
  const entries = Object.entries(value).filter(([, content]) => content !== undefined);
  if (entries.length === 0) return ' {}';
  return entries
    .map(([name, content]) => {
      const key = PLAIN.test(name) ? name : JSON.stringify(name);
      return `\n${margin}${key}:${block(content, `${margin}  `)}`;
    })
    .join('');
}
