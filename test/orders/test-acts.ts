import { FAILURE_REASONS } from '../../src/core/payment.ts';
import { TEST_CARDS, TEST_CODE, TEST_PIN, TEST_WALLETS } from '../../src/providers/sandbox/test-numbers.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { type Act, asMerchant, openPage } from './common-acts.ts';
import { browse, oneOf, type Trial } from './trial.ts';
import type { PageView } from './visit.ts';

const CARD = { expiry: '12/40', cvc: '123', name: 'Marie Joseph' };

/** The events of a test payment: only on Peye's pages, and through the merchant's test helpers. */
export const TEST_ACTS: readonly Act[] = [
  { name: 'the page is opened', weight: 6, happens: openPage },
  {
    name: 'the form is sent',
    weight: 24,
    async happens(trial, random) {
      const tab = await aTab(trial, random);
      return browse(trial, tab.url, { fields: fieldsFor(trial, tab, random) });
    },
  },
  {
    name: 'the form is sent twice at once',
    weight: 6,
    async happens(trial, random) {
      const tab = await aTab(trial, random);
      const fields = fieldsFor(trial, tab, random);
      return Promise.all([browse(trial, tab.url, { fields }), browse(trial, tab.url, { fields })]);
    },
  },
  {
    name: 'the customer cancels',
    weight: 3,
    async happens(trial, random) {
      const tab = await aTab(trial, random);
      return browse(trial, tab.url, { fields: { action: 'cancel' } });
    },
  },
  { name: 'a helper completes it', weight: 2, happens: (trial) => help(trial, 'complete') },
  {
    name: 'a helper fails it',
    weight: 3,
    happens: (trial, random) => help(trial, 'fail', { failure_reason: oneOf(random, FAILURE_REASONS) }),
  },
];

/** Returns a page in an open tab, usually the newest one, or in a new tab. */
async function aTab(trial: Trial, random: SeededRandom): Promise<PageView> {
  const tab = random.percent(70) ? trial.tabs.at(-1) : oneOf(random, trial.tabs);
  return tab === undefined || random.percent(10) ? openPage(trial) : browse(trial, tab);
}

function fieldsFor({ method }: Trial, { state }: PageView, random: SeededRandom): Record<string, string> {
  if (state === 'challenge' && random.percent(15)) return { action: 'refuse' };
  const isRight = random.percent(85);
  if (state === 'code' || state === 'challenge') return { code: isRight ? TEST_CODE : '654321' };
  if (method === 'moncash' || method === 'natcash') {
    return { phone: oneOf(random, Object.keys(TEST_WALLETS)), pin: isRight ? TEST_PIN : '4321' };
  }
  const number = oneOf(random, Object.keys(TEST_CARDS));
  return isRight ? { ...CARD, number } : { number, expiry: '13/99', cvc: '', name: '' };
}

function help(trial: Trial, verb: 'complete' | 'fail', body = {}) {
  return asMerchant(trial, `/test_helpers/payments/${trial.id}/${verb}`, body);
}
