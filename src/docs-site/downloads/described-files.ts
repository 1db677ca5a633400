import type { OpenApiDocument } from '../../api/openapi/document.ts';
import { arazzoDocument } from './arazzo.ts';
import { postmanCollection } from './postman-collection.ts';
import { yaml } from './yaml.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

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
