import type { FastifySchemaValidationError } from 'fastify';
import type { FieldErrors } from '../core/errors.ts';

/** The findings of the schema validator, by field and as messages that say what to change. */
export function fieldErrors(found: readonly FastifySchemaValidationError[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const error of found) {
    const field = fieldOf(error);
    const messages = (errors[field] ??= []);
    const message = messageFor(field, error);
    if (!messages.includes(message)) messages.push(message);
  }
  return errors;
}

function fieldOf({ instancePath, params, keyword }: FastifySchemaValidationError): string {
  if (keyword === 'required') return String(params.missingProperty);
  // The name of a nested member includes its object; the name of an array's item is only the field's.
  const [path = ''] = instancePath.slice(1).split(/\/\d+/, 1);
  return path.replaceAll('/', '.') || 'body';
}

function messageFor(field: string, { instancePath, keyword, params, message }: FastifySchemaValidationError): string {
  if (keyword === 'type' && /\/\d+$/.test(instancePath))
    return `The ${field} field must be an array of ${params.type}s.`;
  switch (keyword) {
    case 'required':
      return `The ${field} field is required.`;
    case 'type':
      return `The ${field} field must be ${withArticle(typeName(params.type))}.`;
    case 'enum':
      return `The ${field} field must be one of: ${(params.allowedValues as unknown[]).join(', ')}.`;
    case 'minLength':
      return `The ${field} field must not be empty.`;
    case 'maxLength':
      return `The ${field} field must not be longer than ${params.limit} characters.`;
    case 'minimum':
      return `The ${field} field must be at least ${params.limit}.`;
    case 'maximum':
      return `The ${field} field must be at most ${params.limit}.`;
    case 'format':
      return params.format === 'email'
        ? `The ${field} field must be a valid email address.`
        : `The ${field} field must be a date as YYYY-MM-DD.`;
    default:
      return `The ${field} field ${message ?? 'is invalid'}.`;
  }
}

/** Null means "not given", so messages do not mention it. */
function typeName(type: unknown): string {
  return [type]
    .flat()
    .filter((each) => each !== 'null')
    .join(' or ');
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
