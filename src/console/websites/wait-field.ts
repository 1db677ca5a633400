import { formField } from '../../http/form-fields.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import type { SignedInContext } from '../console-context.ts';
import type { FormField } from '../views/form.ts';

/** How long the old value keeps working: some durations to choose from, in seconds. */
export function waitField(
  { language }: SignedInContext,
  name: string,
  value: string,
): Pick<FormField, 'name' | 'type' | 'value' | 'options'> {
  const { now, hour, day, week, month } = WEBSITE_TEXTS[language];
  const options = [
    ['0', now],
    ['3600', hour],
    ['86400', day],
    ['604800', week],
    ['2592000', month],
  ] as const;
  return { name, type: 'select', value, options };
}

/** The chosen duration in seconds; NaN, which verbs refuse, if it is not a number. */
export function sentWait({ request }: SignedInContext, name: string): number {
  const text = formField(request, name);
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}
