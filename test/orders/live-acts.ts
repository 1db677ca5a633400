import { CANCELLATION_REASONS } from '../../simulators/stripe/account.ts';
import { formOnPage } from '../support/drivers/form-on-page.ts';
import type { ProviderDriver } from '../support/drivers/provider-driver.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { type Act, openPage } from './common-acts.ts';
import { browse, oneOf, type Trial } from './trial.ts';

/** No customer keeps a provider's page open for longer. */
const LONGEST_VISIT_US = 60 * 3_600_000_000;
const DECLINED = ['declined', 'insufficient', 'expired', 'review', 'partial'] as const;

/** The events of a live payment: at its provider, and in notifications about it. */
export const LIVE_ACTS: readonly Act[] = [
  { name: 'the page is opened', weight: 12, happens: visitPage },
  { name: 'the customer pays', weight: 12, happens: (trial) => pay(trial) },
  {
    name: 'another amount is paid',
    weight: 3,
    happens: (trial, random) => pay(trial, trial.amountMinor + oneOf(random, [-5_000, 100, 700_000])),
  },
  { name: 'the attempt is declined', weight: 6, happens: decline },
  { name: 'the customer gives up at the provider', weight: 3, happens: giveUp },
  {
    name: 'the page of the widget gets a request to cancel or to check',
    weight: 5,
    async happens(trial, random) {
      const tab = trial.tabs.at(-1);
      const action = oneOf(random, ['cancel', 'check']);
      if (trial.method === 'card' && tab !== undefined) await browse(trial, tab, { fields: { action } });
    },
  },
  { name: 'the provider reports', weight: 8, happens: ({ driver, id }) => tried(() => driver?.notify(id)) },
  {
    name: 'the provider reports twice at once',
    weight: 3,
    happens: ({ driver, id }) => Promise.all([tried(() => driver?.notify(id)), tried(() => driver?.notify(id))]),
  },
  { name: 'the customer returns', weight: 8, happens: ({ driver, id }) => tried(() => driver?.comeBack?.(id)) },
  {
    name: 'the provider does not respond',
    weight: 4,
    happens: silently(async (driver, _trial, random) =>
      driver.setFaults({ query: oneOf(random, ['error_500', 'garbage', 'drop', 'drop_after_effect'] as const) }),
    ),
  },
  { name: 'the provider does not know yet', weight: 4, happens: silently(async (driver) => hesitate(driver)) },
  { name: 'the provider returns an unknown status', weight: 2, happens: silently(sayUnknownWord) },
  {
    name: 'the faults of the provider end',
    weight: 5,
    async happens({ driver }) {
      driver?.repair();
      driver?.hesitate(false);
    },
  },
  {
    name: 'a forged notification claims that it is paid',
    weight: 1,
    // Not for MonCash: its simulator forges a notification by paying another order.
    happens: ({ driver, id }) => tried(() => (driver?.method === 'moncash' ? undefined : driver?.forge(id, id))),
  },
];

/** Runs an action, and ignores a refusal of the provider or its page: it has no effect on the provider's records. */
async function tried(action: () => unknown): Promise<void> {
  try {
    await action();
  } catch {}
}

/** An act after which pages are no longer compared with the provider's records. */
function silently(
  action: (driver: ProviderDriver, trial: Trial, random: SeededRandom) => Promise<unknown>,
): Act['happens'] {
  return async (trial, random) => {
    const { driver } = trial;
    if (!driver) return;
    trial.isProviderSilent = true;
    await tried(() => action(driver, trial, random));
  };
}

async function visitPage(trial: Trial): Promise<void> {
  const { state } = await openPage(trial);
  if (trial.method !== 'lakaypay_card' || state !== 'form') return;
  // A concurrent event may have deactivated the website: then there is no form.
  await tried(async () => {
    trial.form = await formOnPage(trial.page);
  });
}

async function pay(trial: Trial, amountMinor?: number): Promise<void> {
  const { stage, driver, form, id, createdAtUs } = trial;
  const { clock, acceptance } = stage.providers;
  if (clock.now() - createdAtUs > LONGEST_VISIT_US || !canTypeCard(trial)) return;
  if (driver?.method !== 'lakaypay_card') {
    return tried(() => driver?.pay(id, amountMinor === undefined ? {} : { amountMinor }));
  }
  acceptance.faults.wrongAmountMinor = amountMinor ?? null;
  if (form) await tried(() => acceptance.pay(form));
  acceptance.faults.wrongAmountMinor = null;
}

/** No customer can open the card form without its secret, which only the merchant gets. */
function canTypeCard({ method, secret }: Trial): boolean {
  return method !== 'card' || secret !== undefined;
}

async function decline(trial: Trial, random: SeededRandom): Promise<void> {
  const { stage, driver, form, id } = trial;
  const { acceptance, stripe } = stage.providers;
  if (!canTypeCard(trial)) return;
  if (driver?.method === 'lakaypay_card') {
    const card = oneOf(random, DECLINED);
    if (form) await tried(() => acceptance.pay(form, card));
  } else if (driver?.method === 'card' && random.percent(40)) await tried(() => stripe.startChallenge(id));
  else await tried(() => driver?.decline(id));
}

async function giveUp({ stage, driver, form, id }: Trial, random: SeededRandom): Promise<void> {
  const { acceptance, natcash, stripe } = stage.providers;
  if (driver?.method === 'lakaypay_card' && form) await tried(() => acceptance.cancel(form));
  if (driver?.method === 'natcash') await tried(() => natcash.cancel(`NC${id}`));
  if (driver?.method === 'card') await tried(() => stripe.cancel(id, oneOf(random, CANCELLATION_REASONS)));
}

function hesitate(driver: ProviderDriver): void {
  // NatCash has one status for two cases: it is not sure of a payment, or no customer has paid it.
  if (driver.method === 'natcash') Object.assign(driver.simulator.faults, { unknownChecks: 2 });
  else driver.hesitate(true);
}

async function sayUnknownWord(driver: ProviderDriver, { stage, form, id }: Trial): Promise<void> {
  if (driver.method !== 'lakaypay_card') return driver.reportUnknownStatus(id);
  const { acceptance } = stage.providers;
  acceptance.faults.status = 'PONDERED';
  if (form) await acceptance.pay(form);
}
