import { type Fields, fieldsJson } from '../../core/fields.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { MadeLink } from './one-time-link.ts';
import type { UserWithWebsites } from './store/users.ts';

/** The fields of users. */
export const USER_FIELDS = {
  id: { text: 'id' },
  email: { text: 'email', title: 'E-mail' },
  name: { text: 'name' },
  role: { text: 'role' },
  website_ids: { list: 'websiteIds', title: 'Websites' },
  language: { text: 'language' },
  accepted: { flag: ({ acceptedAtUs }) => acceptedAtUs !== null, in: ['json'] },
  active: { flag: ({ deactivatedAtUs }) => deactivatedAtUs === null, in: ['json'] },
  created_at: { time: 'createdAtUs' },
  accepted_at: { time: 'acceptedAtUs', in: ['json'] },
} satisfies Fields<UserWithWebsites>;

/** A user as JSON for operators. A link is included only when it is created. */
export function userJson(user: UserWithWebsites, made?: { link: MadeLink; mailed: string }): Record<string, unknown> {
  return {
    ...fieldsJson(USER_FIELDS, user),
    ...(user.isPlaceholder && { placeholder: true }),
    ...(made && { link: made.link.url, link_expires_at: formatTimestamp(made.link.expiresAtUs), mailed: made.mailed }),
  };
}
