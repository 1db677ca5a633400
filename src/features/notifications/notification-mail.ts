import { html } from '../../platform/html/html.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { NOTIFICATION_TEXTS } from '../../platform/messages/notifications/notifications-messages.ts';
import { hashKey } from '../../platform/secrets/secrets.ts';
import { firstCharacters } from '../../platform/text/printable.ts';
import { oneLine } from '../receipts/mail-sections.ts';
import type { Notification, Subscriber } from './store/notifications.ts';
import type { Subject } from './topics.ts';

/** The most subjects of a topic in one e-mail. The others are counted. */
const MOST_SUBJECTS = 20;
const MAX_SUBJECT = 150;

/** The news of a topic. */
export interface TopicNews {
  readonly notification: Notification;
  readonly heading: string;
  /** At least one. */
  readonly subjects: readonly Subject[];
}

interface Section {
  readonly heading: string;
  readonly items: readonly { readonly lines: readonly string[]; readonly url: string }[];
  readonly left: number;
}

/** One e-mail with everything that is new for a user, each with its link into the console. It contains no data of customers. */
export function notificationMail(
  { id, email, language }: Pick<Subscriber, 'id' | 'email' | 'language'>,
  news: readonly TopicNews[],
  { from, consoleUrl }: { from: string; consoleUrl: string },
): Mail {
  const texts = NOTIFICATION_TEXTS[language].mail;
  const account = `${consoleUrl}/account#notifications`;
  const sections = news.map(({ heading, subjects }): Section => {
    const shown = subjects.slice(0, MOST_SUBJECTS);
    const items = shown.map(({ lines, path }) => ({ lines: lines.map(oneLine), url: `${consoleUrl}${path}` }));
    return { heading, items, left: subjects.length - shown.length };
  });
  const subject = firstCharacters(`Peye: ${sections.map(({ heading }) => heading).join('; ')}`, MAX_SUBJECT);
  const text = sections.flatMap(({ heading, items, left }) => [
    heading,
    ...items.map(({ lines, url }) => [...lines, url].join('\n')),
    ...(left > 0 ? [texts.more({ count: left })] : []),
  ]);
  // The same id for every attempt to send this news, and another id when the same subject starts again.
  const sent = news.map(({ notification, subjects }) => [
    notification.topic,
    notification.reportedAtUs,
    subjects.map((each) => each.id),
  ]);
  return {
    from: { name: 'Peye', address: from },
    to: email,
    subject,
    text: [texts.greeting, ...text, `${texts.reason}\n${account}`].join('\n\n'),
    html: html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:16px;font:16px/1.45 sans-serif">
<p>${texts.greeting}</p>
${sections.map(
  ({ heading, items, left }) => html`<h2 style="font-size:18px">${heading}</h2>
<ul>${items.map(
    ({ lines, url }) =>
      html`<li style="margin-bottom:8px"><a href="${url}">${lines[0]}</a>${lines.slice(1).map((line) => html`<br>${line}`)}</li>`,
  )}</ul>
${left > 0 ? html`<p>${texts.more({ count: left })}</p>` : ''}`,
)}
<p style="font-size:14px">${texts.reason} <a href="${account}">${account}</a></p>
</body>
</html>
`,
    messageId: `<notification.${hashKey(JSON.stringify([id, sent])).slice(0, 32)}@${from.slice(from.lastIndexOf('@') + 1)}>`,
  };
}
