import { AUDIT_ACTIONS } from '../../core/audit.ts';
import { ACTION_TEXTS } from '../../platform/messages/audit-actions/audit-actions-messages.ts';
import type { Language } from '../../platform/messages/language.ts';

/** The name of an action. An action of a newer version is shown by its id. */
export function actionText(action: string, language: Language): string {
  const known = AUDIT_ACTIONS.find((each) => each === action);
  return known === undefined ? action : ACTION_TEXTS[language][known];
}
