import { html } from 'ghtml';
import { sideOf } from '../../domain/roles.ts';
import type { UserWithWebsites } from '../../storage/users/users.ts';
import { formatHaitiTime } from '../../wording/format-haiti-time.ts';
import { notice } from '../views/notice.ts';
import type { SignedInVisit } from '../visit.ts';
import { PEOPLE_TEXTS } from './people-texts.ts';

/** What the operator has to know before giving a user more: whose address was never proved, and who saw a link; HTML. Merchants see none of it. */
export async function unprovedAddress(
  { deps, who, language }: SignedInVisit,
  { id, isPlaceholder }: UserWithWebsites,
): Promise<string> {
  if (sideOf(who.user.role) !== 'operator') return '';
  const texts = PEOPLE_TEXTS[language];
  if (isPlaceholder) return notice('care', html`<p>${texts.placeholder}</p>`);
  const links = await deps.users.listShownLinks(id);
  if (links.length === 0) return '';
  const lines = links.map(({ kind, to, atUs }) => {
    const [before = '', behind = ''] = texts.shownLink[kind]
      .replace('{time}', formatHaitiTime(atUs, language))
      .split('{name}');
    return html`<li>${before}<bdi>${to.name}</bdi>${behind}</li>`;
  });
  return notice('care', html`<p>${texts.unproved}</p><ul>!${lines}</ul>`);
}
