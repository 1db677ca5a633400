/** The test files that take longest, slowest first: they begin first, so that none of them runs alone at the end. */
export const SLOW_FILES: readonly string[] = [
  'test/faults/provider-kills.test.ts',
  'test/rehearsal/appearance.test.ts',
  'test/recurring/live-card.test.ts',
  'test/faults/flapping-providers.test.ts',
  'test/cli/commands.test.ts',
  'test/recurring/kills.test.ts',
  'test/pages/wallets.test.ts',
  'test/pages/appearance.test.ts',
  'test/cli/listen.test.ts',
  'test/providers/card/widget.test.ts',
  'test/providers/hostile-notifications.test.ts',
  'test/rates/sources.test.ts',
  'test/faults/two-versions.test.ts',
  'test/faults/kill.test.ts',
  'test/cli/reconcile.test.ts',
  'test/network/slow-clients.test.ts',
];
