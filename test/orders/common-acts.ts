import type { SeededRandom } from '../support/seeded-random.ts';
import { browse, oneOf, type Trial } from './trial.ts';

/** Something that happens to a payment. Acts are drawn at random: an act with twice the weight is drawn twice as often. */
export interface Act {
  readonly name: string;
  readonly weight: number;
  readonly happens: (trial: Trial, random: SeededRandom) => Promise<unknown>;
}

/** How far time may move: past a worker's round, the first check, or the end of MonCash's page, wallets, a session or all payments. */
const STEPS_SECONDS = [1, 20, 61, 300, 601, 901, 1_801, 3_601, 7_200, 90_000] as const;

const LONG_SECONDS = 7_200;

/** The acts that are drawn for payments of both modes. */
export const COMMON_ACTS: readonly Act[] = [
  {
    name: 'time passes',
    weight: 10,
    async happens({ stage }, random) {
      const seconds = oneOf(random, STEPS_SECONDS);
      stage.providers.clock.forward(seconds);
      // After such a long time a worker would have run, so it runs too.
      if (seconds >= LONG_SECONDS) await stage.work();
    },
  },
  { name: 'the worker runs', weight: 6, happens: ({ stage }) => stage.work() },
  {
    name: 'the merchant verifies',
    weight: 4,
    happens: (trial) => asMerchant(trial, `/payments/${trial.id}/verify`),
  },
  {
    name: 'the website is deactivated or activated',
    weight: 2,
    async happens(trial) {
      await trial.stage.setActive(!trial.isWebsiteActive);
      trial.isWebsiteActive = !trial.isWebsiteActive;
    },
  },
];

/** The customer opens the payment's page, or the widget in the shop's page. */
export function openPage(trial: Trial) {
  const { page, secret } = trial;
  return secret ? browse(trial, `${page}/session`, { fields: secret }) : browse(trial, page);
}

/** Sends a request with the website's key, unless the website is deactivated: then the request would be refused. */
export async function asMerchant({ stage, mode, isWebsiteActive }: Trial, path: string, body?: object): Promise<void> {
  if (isWebsiteActive) await stage.merchant(mode).post(path, body);
}
