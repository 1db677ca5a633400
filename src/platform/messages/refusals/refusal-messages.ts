import { type Arguments, catalogue } from '../catalogue.ts';
import type { Language } from '../language.ts';
import { ROLE_MESSAGES } from '../roles/role-messages.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { ht } from './ht.ts';

const SEMICOLONS: Readonly<Record<Language, string>> = { en: '; ', fr: '\u202f; ', ht: '; ' };
const REFUSALS = catalogue({ en, fr, ht });

export type RefusalId = keyof typeof en;

/** A role, which is shown by its name in the language of the page. */
interface RoleValue {
  readonly role: keyof typeof ROLE_MESSAGES.en.name;
}

/** The value of a text argument: a text, a role, another refusal, or a list. */
type TextValue = string | number | RoleValue | Refusal | readonly (string | Refusal)[];

/** The values of a refusal. Plurals and formatted numbers take numbers only. */
type ValuesOf<Id extends RefusalId> = {
  readonly [Name in keyof Arguments<(typeof en)[Id]>]: string extends Arguments<(typeof en)[Id]>[Name]
    ? TextValue
    : Arguments<(typeof en)[Id]>[Name];
};

/**
 * Why a request was refused, independent of a language. Only `refusal` creates it, so that the compiler compares the
 * values with the English message.
 */
export interface Refusal {
  readonly id: RefusalId;
  readonly values: Readonly<Record<string, TextValue>>;
}

/** A refusal by its id. It takes the values that its English message names. */
export function refusal<Id extends RefusalId>(
  id: Id,
  ...[values]: keyof ValuesOf<Id> extends never ? [] : [values: ValuesOf<Id>]
): Refusal {
  return { id, values: { ...values } };
}

/** The text of a refusal in a language, with everything that it names in the same language. */
export function refusalText({ id, values }: Refusal, language: Language): string {
  const message = REFUSALS[language][id] as string | ((values: Record<string, string | number>) => string);
  if (typeof message === 'string') return message;
  return message(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueText(value, language)])));
}

function valueText(value: TextValue, language: Language): string | number {
  if (typeof value !== 'object') return value;
  if ('role' in value) return ROLE_MESSAGES[language].name[value.role];
  if ('id' in value) return refusalText(value, language);
  // The members of a list in a list are separated by commas.
  const separator = value.every((each) => typeof each === 'string') ? ', ' : SEMICOLONS[language];
  return value.map((each) => valueText(each, language)).join(separator);
}
