import { Option } from 'commander';
import { ERROR_CODES, type ErrorCode } from '../core/errors.ts';
import { MODES, type Mode } from '../core/payment.ts';
import { REQUEST_FIELDS, requestJson } from '../features/requests/request-json.ts';
import { STATUS_CLASSES, type StatusClass } from '../features/requests/request-lines.ts';
import { listRequests } from '../features/requests/store/api-requests.ts';
import { requireApiKey } from '../features/websites/key-verbs.ts';
import { requireWebsite } from '../features/websites/require-website.ts';
import { fieldTable } from './field-table.ts';
import { type Command, type JsonOption, printResult } from './output.ts';
import { limitOption } from './values.ts';
import { withStore } from './with-store.ts';

interface ListOptions extends JsonOption {
  website?: string;
  key?: string;
  mode?: Mode;
  status?: StatusClass;
  error?: ErrorCode;
  request?: string;
  limit: number;
}

/** `peye api-requests`: what merchants' servers have called, and what the API returned. */
export function apiRequestsCommand(program: Command): void {
  program
    .command('api-requests')
    .description('List API requests of the last 14 days, newest first')
    .option('--website <id>', 'show only requests of this website')
    .option('--key <id>', 'show only requests of this key')
    .addOption(new Option('--mode <mode>', 'show only requests in this mode').choices(MODES))
    .addOption(new Option('--status <class>', 'show only responses of this class').choices(STATUS_CLASSES))
    .addOption(new Option('--error <code>', 'show only responses with this error').choices(ERROR_CODES))
    .option('--request <id>', 'show only the request with this X-Request-Id')
    .addOption(limitOption())
    .json('print a JSON array')
    .more(`
A request is listed a few seconds after its response. Requests without a valid
key, and successful polls of the events feeds, are not listed.

Examples:
  peye api-requests --website $WEBSITE_ID --status 4xx
  peye api-requests --request req_3f1c9a7b2d4e6f8091a2b3c4 --json`)
    .action((options: ListOptions) => list(options));
}

async function list({ website, key, mode, status, error, request, limit, ...options }: ListOptions): Promise<void> {
  await withStore(async ({ db }) => {
    if (website !== undefined) await requireWebsite(db, website);
    if (key !== undefined) await requireApiKey(db, key);
    const filter = { websiteId: website, keyId: key, mode, statusClass: status, error, requestId: request, limit };
    const found = await listRequests(db, filter);
    printResult(options, found.map(requestJson), () =>
      found.length === 0
        ? 'No API requests match.'
        : fieldTable(found, REQUEST_FIELDS, [
            ['created_at', { title: 'TIME' }],
            ['status'],
            ['method'],
            ['path'],
            ['error', { leftOut: 1 }],
            ['duration_us', { title: 'US', leftOut: 3 }],
            ['transaction_id', { title: 'PAYMENT', leftOut: 2 }],
            ['request_id', { title: 'REQUEST', leftOut: 5 }],
            ['key_id', { title: 'KEY', leftOut: 4 }],
          ]),
    );
  });
}
