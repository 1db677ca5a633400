import { listEvents } from './events.ts';
import type { Given } from './given.ts';
import { login, logout, showWebsite } from './login.ts';
import { createPayment, listPayments, showPayment, verifyPayment } from './payments.ts';

/** A command of the merchants' command line. */
export interface CliCommand {
  /** The usage after `peye`. */
  readonly use: string;
  readonly about: string;
  /** The options that take a value, besides those of every command. */
  readonly options?: readonly string[];
  readonly flags?: readonly string[];
  /** The least and the greatest number of arguments; none by default. */
  readonly args?: readonly [number, number];
  readonly run: (given: Given) => Promise<void>;
}

/** The options of every command that take a value. Each command also has `--json`. */
export const COMMON_OPTIONS = ['profile', 'url', 'key'];

const ONE = [1, 1] as const;

/** Every command by its words. */
export const COMMANDS: Readonly<Record<string, CliCommand>> = {
  login: {
    use: 'login --url https://YOUR-GATEWAY',
    about: 'Store the address of a gateway and a key, which is read from PEYE_KEY or from the input',
    run: login,
  },
  logout: { use: 'logout', about: 'Remove a stored key', run: logout },
  website: { use: 'website', about: 'Show the website of the key, with its methods and URLs', run: showWebsite },
  'payments create': {
    use: 'payments create --amount 500 --method moncash --name "Marie Joseph"',
    about: 'Create a payment',
    options: ['amount', 'currency', 'method', 'name', 'email', 'phone', 'reference', 'description'],
    run: createPayment,
  },
  'payments list': {
    use: 'payments list [--status STATUS] [--reference REFERENCE] [--limit 20]',
    about: 'List payments, newest first',
    options: ['status', 'method', 'reference', 'limit'],
    run: listPayments,
  },
  'payments show': { use: 'payments show ID', about: 'Show a payment', args: ONE, run: showPayment },
  'payments verify': {
    use: 'payments verify ID',
    about: 'Check the status of a payment with its provider',
    args: ONE,
    run: verifyPayment,
  },
  trigger: {
    use: 'trigger payment.success|payment.failed [ID] [--failure-reason REASON]',
    about: 'Complete or fail a test payment, which is created if you give no ID',
    options: ['failure-reason', 'method', 'amount', 'reference'],
    args: [1, 2],
    run: async (given) => (await import('./trigger.ts')).trigger(given),
  },
  listen: {
    use: 'listen --forward http://localhost:3000/webhooks [--secret whsec_…] [--from-start]',
    about: 'Forward the events of test payments to a local URL as signed webhooks',
    options: ['forward', 'secret'],
    flags: ['from-start', 'skip-verify', 'print-json'],
    run: async (given) => (await import('./listen.ts')).listen(given),
  },
  'webhooks test': {
    use: 'webhooks test [--forward http://localhost:3000/webhooks] [--secret whsec_…]',
    about: 'Post a signed test event and one with a wrong signature to your handler',
    options: ['forward', 'secret'],
    flags: ['skip-verify'],
    run: async (given) => (await import('./webhooks-test.ts')).testWebhooks(given),
  },
  events: {
    use: 'events [--after CURSOR] [--limit 20]',
    about: 'List the events of test payments, oldest first',
    options: ['after', 'limit'],
    run: listEvents,
  },
  logs: {
    use: 'logs [--status 4xx] [--error CODE] [--request ID] [--limit 20]',
    about: 'List the last API requests of the website, newest first',
    options: ['status', 'error', 'request', 'limit'],
    run: async (given) => (await import('./logs.ts')).logs(given),
  },
};
