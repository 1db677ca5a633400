import { userState } from '../../features/users/store/page-users.ts';
import type { User } from '../../features/users/store/users.ts';
import type { Html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { PEOPLE_TEXTS } from '../../platform/messages/users/users-messages.ts';
import { badge } from '../views/badge.ts';

const TONES = { invited: 'care', active: 'good', deactivated: 'calm' } as const;

/** A user's status as a badge. */
export function userBadge(user: User, language: Language): Html {
  const state = userState(user);
  return badge(TONES[state], PEOPLE_TEXTS[language].states[state]);
}
