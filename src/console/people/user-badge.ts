import type { Html } from '../../lib/html.ts';
import type { Language } from '../../messages/language.ts';
import { PEOPLE_TEXTS } from '../../messages/users/users-messages.ts';
import { userState } from '../../storage/users/page-users.ts';
import type { User } from '../../storage/users/users.ts';
import { badge } from '../views/badge.ts';

const TONES = { invited: 'care', active: 'good', deactivated: 'calm' } as const;

/** A user's status as a badge. */
export function userBadge(user: User, language: Language): Html {
  const state = userState(user);
  return badge(TONES[state], PEOPLE_TEXTS[language].states[state]);
}
