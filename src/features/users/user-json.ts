import { formatTimestamp, momentOf } from '../../core/timestamps.ts';
import type { MadeLink } from './one-time-link.ts';
import type { UserWithWebsites } from './store/users.ts';

/** A user as JSON for operators. A link is included only when it is created. */
export function userJson(user: UserWithWebsites, made?: { link: MadeLink; mailed: string }): Record<string, unknown> {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    website_ids: user.websiteIds,
    language: user.language,
    ...(user.isPlaceholder && { placeholder: true }),
    accepted: user.acceptedAtUs !== null,
    active: user.deactivatedAtUs === null,
    created_at: formatTimestamp(user.createdAtUs),
    accepted_at: momentOf(user.acceptedAtUs),
    ...(made && { link: made.link.url, link_expires_at: formatTimestamp(made.link.expiresAtUs), mailed: made.mailed }),
  };
}
