/** The test files that take longest, slowest first. They start first, so that none of them runs alone at the end. */
const SLOW = [
  'test/faults/provider-kills.test.ts',
  'test/cli/processes.test.ts',
  'test/cli/commands.test.ts',
  'test/growth.test.ts',
  'test/faults/flapping-providers.test.ts',
  'test/cli/backup.test.ts',
  'test/recurring/kills.test.ts',
  'test/simulation/simulation.test.ts',
  'test/faults/webhook-kills.test.ts',
  'test/cli/reconcile.test.ts',
  'test/cli/listen.test.ts',
  'test/recurring/live-card.test.ts',
  'test/cli/usage.test.ts',
  'test/faults/kill.test.ts',
  'test/cli/doctor.test.ts',
  'test/rehearsal/appearance.test.ts',
  'test/orders/orders.test.ts',
  'test/console/tasks.test.ts',
  'test/console/links-in-browser.test.ts',
  'test/cli/deliveries.test.ts',
  'test/cli/rates.test.ts',
  'test/cli/start.test.ts',
  'test/cli/terminal.test.ts',
  'test/providers/hostile-notifications.test.ts',
  'test/faults/webhook-stops.test.ts',
  'test/faults/two-versions.test.ts',
  'test/recurring/restores.test.ts',
  'test/faults/secret-key.test.ts',
  'test/pages/wallets.test.ts',
  'test/rates/sources.test.ts',
  'test/faults/wrong-clocks.test.ts',
  'test/cli/subscriptions.test.ts',
  'test/faults/clock-steps.test.ts',
  'test/pages/appearance.test.ts',
  'test/providers/card/page.test.ts',
  'test/network/slow-clients.test.ts',
  'test/runner.test.ts',
  'test/api-docs/docs-browser.test.ts',
  'test/api-docs/snippets.test.ts',
];

/** Files that require a response within a second or less. They run at the end, two at once, because a busy machine would fail them. */
const CALM = [
  'test/network/overload.test.ts',
  'test/network/unread-responses.test.ts',
  'test/faults/webhook-neighbours.test.ts',
  'test/properties/json-body.test.ts',
  'test/properties/money.test.ts',
  'test/pages/language.test.ts',
];

/** Files that measure. They run after all others, one at a time. */
const ALONE = ['test/bench.test.ts'];

/** The order in which files are run: those that can share the machine, slowest first, those that cannot, and those that need all of it. */
export function inOrder(files: readonly string[]): { shared: string[]; calm: string[]; alone: string[] } {
  const rank = (order: readonly string[], file: string) => (order.includes(file) ? order.indexOf(file) : order.length);
  const by = (order: readonly string[]) => (a: string, b: string) => rank(order, a) - rank(order, b);
  return {
    shared: files.filter((file) => !CALM.includes(file) && !ALONE.includes(file)).sort(by(SLOW)),
    calm: files.filter((file) => CALM.includes(file)).sort(by(CALM)),
    alone: files.filter((file) => ALONE.includes(file)),
  };
}

/** Every file that is named here, so that a test can see that it still exists. */
export const NAMED_FILES: readonly string[] = [...SLOW, ...CALM, ...ALONE];
