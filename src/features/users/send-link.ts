import { html } from '../../platform/html/html.ts';
import { type Mail, MailFailure } from '../../platform/mail/mailer.ts';
import { LINK_TEXTS } from '../../platform/messages/user-emails/user-emails-messages.ts';
import { hashKey } from '../../platform/secrets/secrets.ts';
import { type MadeLink, makeLink } from './one-time-link.ts';
import { hasUsers, type User } from './store/users.ts';
import type { UserParts } from './user-parts.ts';

/** Whether a link was sent by e-mail; `off` if the gateway sends no e-mails. */
export type Mailed = 'sent' | 'failed' | 'off';

/**
 * Sends a link to its user, once. A failure is logged, and the link still works. A placeholder's e-mail has no link,
 * because the person has another account.
 */
export async function sendLink(
  { mail, log }: UserParts,
  { user, link }: { user: User; link: MadeLink },
): Promise<Mailed> {
  if (mail === null) return 'off';
  try {
    await mail.mailer.send(linkMail(user, link, mail.from));
    return 'sent';
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    log.warn({ user_id: user.id, reason: error.message }, 'a link could not be sent by e-mail');
    return 'failed';
  }
}

/** The e-mail with a link, in the user's language. It contains no text that another person chose. */
export function linkMail({ email, language, isPlaceholder }: User, { kind, url, token }: MadeLink, from: string): Mail {
  const texts = LINK_TEXTS[language];
  const { subject, sentence, lasts } =
    texts[isPlaceholder ? 'otherAccount' : kind === 'reset' ? 'reset' : 'invitation'];
  const { greeting } = texts;
  const notMeant = isPlaceholder ? texts.notExpected : texts.notMeant;
  const address = isPlaceholder ? [] : [url];
  const anchor = address.map((each) => html`<p><a href="${each}">${each}</a></p>`);
  return {
    from: { name: 'Peye', address: from },
    to: email,
    subject,
    text: [greeting, sentence, ...address, lasts, notMeant].join('\n\n'),
    html: html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:16px;font:16px/1.45 sans-serif">
<p>${greeting}</p><p>${sentence}</p>${anchor}<p>${lasts}</p><p style="font-size:14px">${notMeant}</p>
</body>
</html>
`,
    messageId: `<link.${hashKey(token).slice(0, 32)}@${from.slice(from.lastIndexOf('@') + 1)}>`,
  };
}

/**
 * A link, valid for 15 minutes, that creates the first owner; undefined once there is any user. A previous link no
 * longer works.
 */
export function firstOwnerLink({
  db,
  clock,
  publicUrl,
}: Pick<UserParts, 'db' | 'clock' | 'publicUrl'>): Promise<MadeLink | undefined> {
  return db.transaction(async (tx) => {
    if (await hasUsers(tx)) return undefined;
    return makeLink(tx, { kind: 'first_owner', userId: null, nowUs: clock(), publicUrl });
  });
}
