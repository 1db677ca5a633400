import { Ajv, type Options } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import ajvFormats from 'ajv-formats';
import { fastify } from 'fastify';
import { type ApiDeps, apiRoutes } from '../api-routes.ts';
import { checkedText } from './checked-text.ts';

const OPTIONS: Options = { allErrors: true, code: { source: true, lines: true } };
/** A number too large for a double is Infinity here, and must still count as a number: its value is parsed from its text. */
const BODY: Options = { ...OPTIONS, strictNumbers: false };
const TEXT: Options = { ...OPTIONS, coerceTypes: true };

const HEAD = `// @ts-nocheck: written by \`npm run validators\` from the schemas of src/api, which a test compares it with.
import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv';

const require = createRequire(import.meta.url);

/** The validators of requests, each under the text of what it checks. */
export const VALIDATORS: Readonly<Record<string, ValidateFunction>> = {
`;

/** The text of validators.ts: the code that Ajv generates for the schemas of all requests. Throws for an invalid schema. */
export async function validatorsText(): Promise<string> {
  const texts = await requestSchemas();
  return `${HEAD}${texts.map((text) => `  ${JSON.stringify(text)}: ((module) => {\n${code(text)}\nreturn module.exports;\n})({}),\n`).join('\n')}};\n`;
}

function code(text: string): string {
  // A new Ajv for each schema, so that names in the generated code do not depend on the order of the schemas.
  const ajv = new Ajv(text.startsWith('body ') ? BODY : TEXT);
  ajvFormats.default(ajv);
  const schema = JSON.parse(text.slice(text.indexOf(' ') + 1)) as object;
  return standalone.default(ajv, ajv.compile(schema));
}

/** What the API's routes validate in requests, in a fixed order. */
async function requestSchemas(): Promise<string[]> {
  const app = fastify();
  const texts = new Set<string>();
  app.addHook('onRoute', ({ schema }) => {
    for (const part of ['body', 'querystring', 'params', 'headers'] as const) {
      if (schema?.[part] !== undefined) texts.add(checkedText(schema[part] as object, part));
    }
  });
  // Routes use their dependencies only when they handle a request.
  const unused = { docs: () => {}, limits: {}, guardPages: async () => {} } as unknown as ApiDeps;
  await apiRoutes(app, unused);
  return [...texts].sort();
}
