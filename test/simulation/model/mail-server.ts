import type { Observation } from '../checker/history.ts';
import type { Back, Host } from '../world/network.ts';
import type { World } from '../world/world.ts';

export const MAIL_HOST = 'mail.example';
const MOODS = ['works', 'works', 'works', 'later', 'hangs', 'drops', 'slow'] as const;
type Mood = (typeof MOODS)[number];

/** A mail server that accepts e-mails, or refuses them. */
export interface MailServer {
  readonly host: Host;
  /** Ends the faults of the mail server for good. */
  heal(): void;
}

/** The mail server refuses every address that starts with this, as that of an unknown mailbox. */
export const NOBODY = 'nobody';

export function mailServer(world: World, record: (observation: Observation) => void): MailServer {
  const random = world.random.fork('mail');
  let mood: Mood = 'works';
  let isHealed = false;
  const change = () => {
    if (isHealed) return;
    mood = random.pick(MOODS);
    world.afterIn(undefined, random.between(5, 60) * 1_000_000, 'the mail server changes', change);
  };
  change();
  const say = (status: number): Back => ({ kind: 'response', status, headers: {}, text: '' });
  return {
    host({ body }) {
      const { to, messageId, subject, text } = JSON.parse(body);
      const isUnknown = String(to).startsWith(NOBODY);
      const accepted = !isUnknown && (mood === 'works' || mood === 'drops' || mood === 'slow');
      record({ kind: 'mail', to, messageId, subject, text, accepted });
      const afterUs = mood === 'slow' ? random.between(1, 12) * 1_000_000 : world.delayUs(5_000, 300_000);
      if (mood === 'hangs' || mood === 'drops') return { back: { kind: 'silence' }, afterUs };
      return { back: say(isUnknown ? 550 : accepted ? 250 : 451), afterUs };
    },
    heal() {
      isHealed = true;
      mood = 'works';
    },
  };
}

export function mailSettings(): Record<string, string> {
  return {
    SMTP_URL: `smtps://${MAIL_HOST}`,
    SMTP_FROM: 'receipts@pay.example',
    SMTP_TEST_PAYMENTS: 'true',
  };
}
