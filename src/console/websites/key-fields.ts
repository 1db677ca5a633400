import { parseDay } from '../../core/timestamps.ts';
import type { KeyFields } from '../../features/websites/key-rules.ts';
import { KEY_SCOPES, type ListedApiKey } from '../../features/websites/store/api-keys.ts';
import { formField, formFields } from '../../http/form-fields.ts';
import { haitiClock, startOfHaitiDayUs } from '../../platform/clock/haiti-time.ts';
import { KEY_TEXTS } from '../../platform/messages/keys/keys-messages.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { SignedInContext } from '../console-context.ts';
import type { FormField } from '../views/form.ts';

/** The fields of a key's form, for a new or an existing key. */
export function keyFields({ language }: SignedInContext, key?: ListedApiKey): FormField[] {
  const texts = KEY_TEXTS[language];
  const { name = null, expiresAtUs = null, addresses = null, scopes = null } = key ?? {};
  return [
    {
      name: 'name',
      label: texts.name,
      hint: texts.nameHint,
      maxlength: 255,
      isOptional: true,
      value: name ?? '',
    },
    {
      name: 'expires_at',
      label: texts.expires,
      hint: texts.expiresHint,
      type: 'date',
      isOptional: true,
      value: dayText(expiresAtUs),
    },
    {
      name: 'allowed_addresses',
      label: texts.addresses,
      hint: texts.addressesHint,
      type: 'textarea',
      value: (addresses ?? []).join('\n'),
      isOptional: true,
      maxlength: 2000,
    },
    {
      name: 'scopes',
      label: texts.scopes,
      type: 'checkboxes',
      values: scopes ?? KEY_SCOPES,
      options: KEY_SCOPES.map((each) => [each, texts[each]] as const),
    },
  ];
}

/** The submitted fields of a key. Throws OperatorError for an invalid day. */
export function sentKeyFields({ request }: SignedInContext, key?: ListedApiKey): KeyFields {
  const day = formField(request, 'expires_at').trim();
  // An expiry in the middle of a day, which only a command can set, is unchanged if the day is unchanged.
  const isSame = key !== undefined && day === dayText(key.expiresAtUs);
  return {
    name: formField(request, 'name').trim() || null,
    ...(!isSame && { expiresAtUs: endOfDay(day) }),
    addresses: formField(request, 'allowed_addresses').split(/[\s,]+/),
    scopes: formFields(request, 'scopes'),
  };
}

function endOfDay(text: string): number | null {
  if (text === '') return null;
  const day = parseDay(text);
  if (day === undefined) throw new OperatorError('invalid', 'expires_at', refusal('dayFormat'));
  return startOfHaitiDayUs(day + 1);
}

/** The last day of a key in Haiti, as the field's value; empty for none. */
function dayText(expiresAtUs: number | null): string {
  if (expiresAtUs === null) return '';
  const { year, month, day } = haitiClock(expiresAtUs - 1);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

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
