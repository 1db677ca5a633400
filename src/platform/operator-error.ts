import { type Refusal, refusalText } from './messages/refusals/refusal-messages.ts';

/**
 * The kind of refusal. `invalid`: the value of a field is rejected. `not_found`: the named object does not exist.
 * `conflict`: the state of the named object does not allow the change.
 */
export type OperatorErrorCode = 'invalid' | 'not_found' | 'conflict';

/** The fault of one field. */
export interface FieldFault {
  /** Named as in the JSON of the object: `callback_url`, `website_id`. */
  readonly field: string;
  readonly refusal: Refusal;
}

/**
 * A verb refuses an operator's request, and has changed nothing. Pages render the refusal in the language of the user.
 * The error's message is the English text, for the command line, logs and JSON.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly code: OperatorErrorCode;
  /** The field at fault. */
  readonly field: string;
  readonly refusal: Refusal;
  /** All known faults of the request, with this one first, and at most one for each field. */
  readonly faults: readonly FieldFault[];

  constructor(code: OperatorErrorCode, field: string, refusal: Refusal, others: readonly FieldFault[] = []) {
    super(refusalText(refusal, 'en'));
    this.code = code;
    this.field = field;
    this.refusal = refusal;
    this.faults = [{ field, refusal }, ...others];
  }
}

/**
 * Runs every check, and returns their results. If some throw OperatorError, throws the first one with the faults of the others, so that a
 * form shows all of its errors at once.
 */
export function checkAll<Results extends readonly unknown[]>(
  ...checks: { readonly [At in keyof Results]: () => Results[At] }
): Results {
  const errors: OperatorError[] = [];
  const results = checks.map((check) => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      errors.push(error);
      return undefined;
    }
  });
  const [first] = errors;
  if (first === undefined) return results as unknown as Results;
  const faults = errors.flatMap((error) => error.faults);
  const isFirst = ({ field }: FieldFault, at: number) => faults.findIndex((each) => each.field === field) === at;
  throw new OperatorError(first.code, first.field, first.refusal, faults.filter(isFirst).slice(1));
}

/** Awaits a check, and returns its result as a check for `checkAll`. */
export async function settled<Result>(check: Promise<Result>): Promise<() => Result> {
  const [outcome] = await Promise.allSettled([check]);
  return () => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
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
