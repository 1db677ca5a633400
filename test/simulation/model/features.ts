import type { Random } from '../world/random.ts';

/** The features that a seed exercises besides payments through the API. Each costs time, and few faults need all of them at once. */
export interface Features {
  /** Customers pay by payment links. */
  readonly links: boolean;
  /** Receipts and notices to sellers leave by e-mail. */
  readonly mail: boolean;
  /** An operator resends webhooks, rotates secrets and keys, and sets the exchange rate. */
  readonly desk: boolean;
  /** Cards are charged again for subscriptions that started a day ago. */
  readonly recurring: boolean;
  /** The run continues for days, until failed payments are no longer checked. */
  readonly days: boolean;
}

export function chooseFeatures(random: Random): Features {
  const [links, mail, desk] = [random.percent(35), random.percent(30), random.percent(40)];
  const recurring = random.percent(25);
  // The consequences of a declined charge are seen only on a later day, so seeds with subscriptions continue for days more often.
  return { links, mail, desk, recurring, days: random.percent(recurring ? 20 : 5) };
}

export function namesOf(features: Features): string[] {
  return Object.entries(features).flatMap(([name, isOn]) => (isOn ? [name] : []));
}
