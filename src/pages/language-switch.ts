import type { FastifyRequest } from 'fastify';
import { formField } from '../http/form-fields.ts';

/** The field that the language switch sends with the form TYPED_FORM. */
export const SWITCH_FIELD = 'switch';

/** Whether the language switch sent the request's form: the page shows its values again, and submits nothing. */
export function isLanguageSwitch(request: FastifyRequest): boolean {
  return formField(request, SWITCH_FIELD) !== '';
}
