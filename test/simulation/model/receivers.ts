import type { Observation } from '../checker/history.ts';
import type { Back, Host } from '../world/network.ts';
import type { World } from '../world/world.ts';

/** How a receiver behaves for a while. */
const MOODS = [
  'works',
  'works',
  'fails',
  'hangs',
  'redirects',
  'refuses',
  'drops the response',
  'slow',
  'babbles',
  'busy',
] as const;
type Mood = (typeof MOODS)[number];

/** A shop's receiver of webhooks. It records every webhook, whatever its response is. */
export interface Receiver {
  readonly host: Host;
  /** Ends the faults of the receiver for good. */
  heal(): void;
}

export function receiver(world: World, name: string, record: (observation: Observation) => void): Receiver {
  const random = world.random.fork(`receiver ${name}`);
  let mood: Mood = 'works';
  let isHealed = false;
  const change = () => {
    if (isHealed) return;
    mood = random.pick(MOODS);
    world.afterIn(undefined, random.between(5, 60) * 1_000_000, `${name} changes`, change);
  };
  change();

  const answer = (status: number, text = 'ok', headers: Record<string, string> = {}): Back => ({
    kind: 'response',
    status,
    text,
    headers,
  });
  const react: Record<Mood, () => { back: Back; accepted: boolean; afterUs?: number }> = {
    works: () => ({ back: answer(random.pick([200, 201, 204])), accepted: true }),
    fails: () => ({ back: answer(random.pick([500, 502, 404, 400])), accepted: false }),
    hangs: () => ({ back: { kind: 'silence' }, accepted: false }),
    redirects: () => ({ back: answer(302, '', { location: 'https://elsewhere.example/hook' }), accepted: false }),
    refuses: () => ({ back: { kind: 'reset' }, accepted: false }),
    // The receiver has the event, but the gateway cannot know that.
    'drops the response': () => ({ back: { kind: 'silence' }, accepted: false }),
    slow: () => ({ back: answer(200), accepted: true, afterUs: random.between(1_000_000, 9_000_000) }),
    babbles: () => ({ back: answer(200, 'x'.repeat(5_000)), accepted: true }),
    busy: () => ({ back: answer(503, 'later', { 'retry-after': '20' }), accepted: false }),
  };
  return {
    host({ headers, body }) {
      const { back, accepted, afterUs = world.delayUs(1_000, 80_000) } = react[mood]();
      record({ kind: 'webhook', receiver: name, headers, body, accepted });
      return { back, afterUs };
    },
    heal() {
      isHealed = true;
      mood = 'works';
    },
  };
}
