import type { FastifySchemaValidationError } from 'fastify';
import type { FieldErrors } from '../domain/errors.ts';

/** What the schema validator found, by field and in words that say what to change. */
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
  return instancePath.split('/')[1] || 'body';
}

function messageFor(field: string, { keyword, params, message }: FastifySchemaValidationError): string {
  switch (keyword) {
    case 'required':
      return `The ${field} field is required.`;
    case 'type':
      return `The ${field} field must be ${withArticle(String(params.type))}.`;
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

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
