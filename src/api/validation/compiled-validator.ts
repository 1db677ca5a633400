import type { FastifySchemaCompiler } from 'fastify';
import { checkedText } from './checked-text.ts';
import { VALIDATORS } from './validators.ts';

/**
 * The validator that was generated for a request's schema. Compiling validators at each start took a sixth of its time. Throws, at the
 * start, for a schema without a generated validator.
 */
export const compiledValidator: FastifySchemaCompiler<object> = ({ schema, httpPart, method, url }) => {
  const validator = VALIDATORS[checkedText(schema, httpPart)];
  if (!validator) throw new Error(`the ${httpPart} of ${method} ${url} has no validator: run \`npm run validators\``);
  return validator;
};
