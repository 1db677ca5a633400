/**
 * What kind of refusal it is. `invalid`: a field's value cannot be taken. `not_found`: the field names nothing. `conflict`: what
 * it names is not in a state that allows it.
 */
export type OperatorErrorCode = 'invalid' | 'not_found' | 'conflict';

/**
 * A verb does not do what the operator asked for, and has changed nothing. The message is one or more sentences for people
 * that say what to change. Every edge shows it as it is: the command line after `peye:`, a form alongside its field.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly code: OperatorErrorCode;
  /** The field that it is about, named as the JSON of the thing names it: `callback_url`, `website_id`. */
  readonly field: string;

  constructor(code: OperatorErrorCode, field: string, message: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

/** Throws OperatorError `invalid` when something is wrong with a field's value. */
export function refuseField(field: string, fault: string | undefined): void {
  if (fault !== undefined) throw new OperatorError('invalid', field, fault);
}
