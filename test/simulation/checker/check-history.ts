import { checkAnswers, checkSecrets } from './answers.ts';
import { checkConversions } from './conversions.ts';
import { checkDeliveryLog } from './deliveries.ts';
import { checkDiscrepancies } from './discrepancies.ts';
import type { Line, Violation } from './history.ts';
import { factsOf } from './history-facts.ts';
import { checkLinks } from './links.ts';
import { checkLists } from './lists.ts';
import { checkMails } from './mails.ts';
import { checkEnds, checkLateChecks, checkProvider, checkSums } from './money.ts';
import { checkAcknowledged, checkStates } from './payments.ts';
import { checkRecurring } from './recurring.ts';
import { checkTallies } from './tallies.ts';
import { checkWebhooks } from './webhooks.ts';

const CHECKS = [
  checkAcknowledged,
  checkStates,
  checkWebhooks,
  checkLists,
  checkDeliveryLog,
  checkProvider,
  checkRecurring,
  checkEnds,
  checkSums,
  checkTallies,
  checkConversions,
  checkLinks,
  checkMails,
  checkDiscrepancies,
  checkLateChecks,
  checkSecrets,
  checkAnswers,
];

/**
 * Returns the violations of the invariants in a history, and none when all invariants hold. The checker knows the contract. It does not
 * import the source, and knows nothing about it.
 */
export function checkHistory(history: readonly Line[]): Violation[] {
  const facts = factsOf(history);
  return CHECKS.flatMap((check) => check(facts));
}
