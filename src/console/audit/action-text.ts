import { AUDIT_ACTIONS } from '../../domain/audit.ts';
import { ACTION_TEXTS } from '../../messages/audit-actions/audit-actions-messages.ts';
import type { Language } from '../../messages/language.ts';

/** What an action is called; one of a newer version as it is written. */
export function actionText(action: string, language: Language): string {
  const known = AUDIT_ACTIONS.find((each) => each === action);
  return known === undefined ? action : ACTION_TEXTS[language][known];
}
