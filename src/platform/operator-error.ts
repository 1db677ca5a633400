import { type Refusal, refusalText } from './messages/refusals/refusal-messages.ts';

/**
 * The kind of refusal. `invalid`: the value of a field is rejected. `not_found`: the field names nothing that exists.
 * `conflict`: the state of the named object does not allow the change.
 */
export type OperatorErrorCode = 'invalid' | 'not_found' | 'conflict';

/**
 * A verb refuses an operator's request, and has changed nothing. Pages render its refusal in the language of the user.
 * Its message is the English text, for the command line, logs and JSON.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly code: OperatorErrorCode;
  /** The field at fault, named as in the JSON of the object: `callback_url`, `website_id`. */
  readonly field: string;
  readonly refusal: Refusal;

  constructor(code: OperatorErrorCode, field: string, refusal: Refusal) {
    super(refusalText(refusal, 'en'));
    this.code = code;
    this.field = field;
    this.refusal = refusal;
  }
}

/** Throws OperatorError `invalid` when the value of a field has a fault. */
export function refuseField(field: string, fault: Refusal | undefined): void {
  if (fault !== undefined) throw new OperatorError('invalid', field, fault);
}

/** A form was rejected: one or more of its fields have faults. Nothing was changed. */
export class FieldsRefused extends Error {
  override readonly name = 'FieldsRefused';
  /** One refusal for each field that has a fault, by its name. */
  readonly faults: Readonly<Record<string, Refusal>>;

  constructor(faults: Readonly<Record<string, Refusal>>) {
    super(
      Object.entries(faults)
        .map(([field, fault]) => `${field}: ${refusalText(fault, 'en')}`)
        .join(' '),
    );
    this.faults = faults;
  }
}
