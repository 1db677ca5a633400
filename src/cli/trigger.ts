import { Argument, Option } from 'commander';
import { FAILURE_REASONS, type FailureReason } from '../core/payment.ts';
import { paymentJson } from '../core/payment-json.ts';
import { EVENT_KINDS, type EventKind } from '../features/webhooks/event.ts';
import { type Command, type JsonOption, printDocument, printLine } from './output.ts';
import { withVerbs } from './with-store.ts';

interface TriggerOptions extends JsonOption {
  failureReason?: FailureReason;
}

/** `peye trigger EVENT ID`: completes or fails a test payment, as its page or a test helper would. */
export function triggerCommand(program: Command): void {
  program
    .command('trigger')
    .addArgument(new Argument('<event>', 'outcome of the payment').choices(EVENT_KINDS))
    .argument('<id>', 'transaction ID of an open test payment')
    .description('Complete or fail a test payment and send its event')
    .addOption(
      new Option('--failure-reason <code>', 'reason for the failure (default: declined)').choices(FAILURE_REASONS),
    )
    .json('print the payment as in the API')
    .more(`
Examples:
  peye trigger payment.success 911607750261429
  peye trigger payment.failed 911607750261429 --failure-reason insufficient_balance`)
    .action((event: EventKind, id: string, options: TriggerOptions, command: Command) => {
      if (event === 'payment.success' && options.failureReason) {
        command.error('--failure-reason is for payment.failed only');
      }
      return trigger(event, id, options);
    });
}

async function trigger(event: EventKind, id: string, { failureReason, json }: TriggerOptions): Promise<void> {
  await withVerbs(async ({ payments }) => {
    const finished = await payments.finishTest(
      id,
      event === 'payment.success'
        ? { status: 'completed' }
        : { status: 'failed', failureReason: failureReason ?? 'declined' },
    );
    if (json) printDocument(paymentJson(finished));
    else printLine(`Payment ${id} is now ${finished.status}. Event: ${event}.`);
  });
}
