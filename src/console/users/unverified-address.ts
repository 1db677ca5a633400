import { sideOf } from '../../core/roles.ts';
import type { UserWithWebsites } from '../../features/users/store/users.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { around } from '../../platform/messages/catalogue.ts';
import { PEOPLE_TEXTS } from '../../platform/messages/users/users-messages.ts';
import { formatHaitiTime } from '../../platform/wording/format-haiti-time.ts';
import type { SignedInContext } from '../console-context.ts';
import { notice } from '../views/notice.ts';

/**
 * What the operator must know before giving a user more permissions: that the e-mail address was never verified, and to whom a one-time link
 * was shown. Merchants do not see it.
 */
export async function unverifiedAddress(
  { deps, who, language }: SignedInContext,
  { id, isPlaceholder }: UserWithWebsites,
): Promise<Html | ''> {
  if (sideOf(who.user.role) !== 'operator') return '';
  const texts = PEOPLE_TEXTS[language];
  if (isPlaceholder) return notice('care', html`<p>${texts.placeholder}</p>`);
  const links = await deps.users.listShownLinks(id);
  if (links.length === 0) return '';
  const lines = links.map(({ kind, to, atUs }) => {
    const time = formatHaitiTime(atUs, language);
    const [before, after] = around(({ name }: { name: string }) => texts.shownLink[kind]({ time, name }), 'name');
    return html`<li>${before}<bdi>${to.name}</bdi>${after}</li>`;
  });
  return notice('care', html`<p>${texts.unverified}</p><ul>${lines}</ul>`);
}
