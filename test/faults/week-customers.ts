import { isFinal } from '../../src/core/payment.ts';
import type { CreatedPayment } from '../support/drivers/provider-driver.ts';
import { DAY_STEPS, type Week } from './week.ts';

type Act = 'visit' | 'decline' | 'pay';

/** Customers who pay at once or later, never pay, or are declined and try again, and a merchant who verifies payments. */
export function customersOf({ driver, random, create, verify, statusOf }: Week) {
  let plans: { readonly payment: CreatedPayment; readonly step: number; readonly acts: readonly Act[] }[] = [];
  let unreported: string[] = [];
  const inTime = new Set<string>();
  const declined = new Set<string>();

  const plan = (payment: CreatedPayment, step: number): void => {
    const start = step + (random.percent(80) ? random.between(0, 1) : random.between(2, DAY_STEPS));
    const drawn = random.next();
    if (drawn < 0.15) return;
    if (drawn < 0.6) plans.push({ payment, step: start, acts: ['visit', 'pay'] });
    else if (drawn < 0.7) plans.push({ payment, step: start, acts: ['visit', 'decline'] });
    else if (drawn < 0.8) {
      plans.push({ payment, step: start, acts: ['visit'] }, { payment, step: start + 1, acts: ['pay'] });
    } else {
      // The customer tries another card, in a tab that was opened before the outcome of the first attempt was known.
      plans.push(
        { payment, step: start, acts: ['visit', 'decline'] },
        { payment, step: start + 1, acts: ['visit'] },
        { payment, step: start + 2, acts: ['pay'] },
      );
    }
  };
  const pay = async (id: string): Promise<void> => {
    if (driver.book().some(({ reference, status }) => reference === id && status === 'paid')) return;
    // If a declined attempt is final, money that is paid afterwards is late, even if the gateway does not know of the attempt yet.
    if (!isFinal(await statusOf(id)) && !declined.has(id)) inTime.add(id);
    await driver.pay(id);
  };
  const decline = async (id: string): Promise<void> => {
    await driver.decline(id);
    if (driver.isDeclineFinal) declined.add(id);
  };
  return {
    /** The payments that a customer paid, or tried to pay, before they were final. */
    inTime,
    async come(step: number) {
      const payment = await create();
      // If a creation got no response, its customer has no address to pay at. Some pay all the same.
      const isLost = payment.payment_url === undefined && payment.client_secret === undefined;
      if (!isLost) plan(payment, step);
      else if (random.percent(50)) plans.push({ payment, step: step + random.between(0, 1), acts: ['pay'] });
    },
    async act(step: number) {
      const due = plans.filter((one) => one.step <= step);
      plans = plans.filter((one) => one.step > step);
      for (const { payment, acts } of due) {
        const { transaction_id: id } = payment;
        for (const act of acts) {
          const action = { visit: () => driver.visit(payment), pay: () => pay(id), decline: () => decline(id) }[act];
          // A payment that the provider no longer accepts has no effect, as its records show.
          await action().catch(() => {});
        }
        if (random.percent(20)) unreported.push(id);
        if (random.percent(10)) await verify(id);
      }
    },
    /** The notifications of the provider or a browser: mostly lost. */
    async notify() {
      const ids = unreported;
      unreported = [];
      await Promise.all(ids.map((id) => driver.notify(id).catch(() => {})));
    },
  };
}
