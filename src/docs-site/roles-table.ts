import { ABILITY_NAMES, type Ability, changesSomething, isAllowed, needsStepUp, ROLES } from '../core/roles.ts';
import { markdownTable } from './markdown-table.ts';

/** Every ability with the roles that have it, and what else it requires. Its topic is in English only. Markdown. */
export function rolesTable(): string {
  return markdownTable(
    ['Permission', 'Roles', 'Two-factor authentication'],
    ABILITY_NAMES.map((ability) => [`\`${ability}\``, rolesOf(ability), factorOf(ability)]),
  );
}

function rolesOf(ability: Ability): string {
  const roles = ROLES.filter((role) => isAllowed(role, ability));
  return roles.length === ROLES.length ? 'all roles' : roles.map((role) => `\`${role}\``).join(', ');
}

function factorOf(ability: Ability): string {
  if (needsStepUp(ability)) return 'confirmed within 5 minutes';
  return changesSomething(ability) ? 'required' : '';
}
