import { parseDay } from '../../core/timestamps.ts';
import { formField } from '../../http/form-fields.ts';
import type { Language } from '../../platform/messages/language.ts';
import { PAYOUT_TEXTS } from '../../platform/messages/payouts/payouts-messages.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { SignedInContext } from '../console-context.ts';
import type { FormField } from '../views/form.ts';

/** The name of the bank account, as a field of a form. */
export function bankField(language: Language): FormField {
  const texts = PAYOUT_TEXTS[language];
  return { name: 'bank', label: texts.bank, hint: texts.bankHint, maxlength: 32, autocomplete: 'off' };
}

/** The day that a form names, in days since 1970; undefined if it is empty. Throws OperatorError for any other text. */
export function sentDay({ request }: SignedInContext): number | undefined {
  const text = formField(request, 'date').trim();
  const day = parseDay(text);
  if (text !== '' && day === undefined) throw new OperatorError('invalid', 'date', refusal('payoutDate'));
  return day;
}
