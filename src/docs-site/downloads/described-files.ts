import type { OpenApiDocument } from '../../api/openapi/document.ts';
import { arazzoDocument } from './arazzo.ts';
import { postmanCollection } from './postman-collection.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Names that need no quotes in YAML, except the words that old parsers read as values. */
const PLAIN = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[A-Za-z_][\w-]*$/i;

/** The descriptions of the API for other programs, with the address of this gateway. The same gateway always gives the same bytes. */
export function describedFiles(document: OpenApiDocument, about: { publicUrl: string; version: string }) {
  return [
    { name: 'openapi.json', type: JSON_TYPE, text: json(document) },
    { name: 'openapi.yaml', type: 'application/yaml; charset=utf-8', text: yaml(document) },
    { name: 'peye.postman_collection.json', type: JSON_TYPE, text: json(postmanCollection(document, about.publicUrl)) },
    { name: 'arazzo.json', type: JSON_TYPE, text: json(arazzoDocument(about)) },
  ];
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}

/** A JSON document as YAML 1.2. Texts keep the quotes of JSON, which YAML reads in the same way. */
function yaml(value: unknown): string {
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
