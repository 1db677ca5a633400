import type { FastifySchemaCompiler } from 'fastify';
import { checkedText } from './checked-text.ts';
import { VALIDATORS } from './validators.ts';

/**
 * The validator that was written for a schema of a request: compiling them at each start took a sixth of it. Throws, at the
 * start, for a schema that none was written for.
 */
export const compiledValidator: FastifySchemaCompiler<object> = ({ schema, httpPart, method, url }) => {
  const validator = VALIDATORS[checkedText(schema, httpPart)];
  if (!validator) throw new Error(`the ${httpPart} of ${method} ${url} has no validator: run \`npm run validators\``);
  return validator;
};
