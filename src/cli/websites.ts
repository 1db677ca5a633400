import { Option } from 'commander';
import type { PaymentMethod } from '../core/payment.ts';
import type { WebsiteChanges } from '../features/websites/change-website.ts';
import { requireWebsite } from '../features/websites/require-website.ts';
import { listWebsites, type Website } from '../features/websites/store/websites.ts';
import { newWebhookSecret } from '../features/websites/webhook-secrets.ts';
import { type MadeSecrets, nextSecretFromOf, WEBSITE_FIELDS, websiteJson } from '../features/websites/website-json.ts';
import { readRateLimit } from '../features/websites/website-rules.ts';
import { asCalled } from './as-called.ts';
import { fieldDetails, fieldTable } from './field-table.ts';
import { type Command, type JsonOption, onOne, printLine, printResult } from './output.ts';
import { addressOf, parseDurationSeconds, parseMethods, parseText } from './values.ts';
import { withStore } from './with-store.ts';

interface Addresses extends JsonOption {
  name?: string;
  callbackUrl?: string;
  testCallbackUrl?: string;
  refundCallbackUrl?: string;
  testRefundCallbackUrl?: string;
  returnUrl?: string;
  testSecret?: boolean;
}

interface Changes extends Addresses {
  methods?: PaymentMethod[];
  cardLiveApproved?: 'true' | 'false';
  contact?: string;
  colour?: string;
  logo?: string;
  receipts?: 'on' | 'off';
  rateLimit?: string;
}

/** `peye websites …`: creates websites and changes them. */
export function websitesCommands(program: Command): void {
  const websites = program.command('websites').description('Create and manage websites');
  const one = onOne(websites, { is: 'website ID', examples: ['web_…', 'web_… --json'] });

  addressOptions(
    websites.command('create').description('Create a website and show its webhook secret once'),
    ' (default: none)',
  )
    .requiredOption('--name <name>', 'display name, 1 to 255 characters', parseText)
    .option('--test-secret', 'create a second webhook secret that signs the events of test payments')
    .more(`
A new website accepts all four payment methods. The webhook secret is shown only once.

Examples:
  peye websites create --name "My shop"
  peye websites create --name "My shop" --callback-url https://shop.example/webhooks --return-url https://shop.example/thanks`)
    .action((options: Addresses & { name: string }) => create(options));

  websites
    .command('list')
    .description('List all websites, oldest first')
    .json('print a JSON array')
    .more('\nExamples:\n  peye websites list\n  peye websites list --json')
    .action((options: JsonOption) => list(options));

  one('show', 'Show a website').action((id: string, options: JsonOption) =>
    withStore(async ({ db, clock }) => printWebsite(options, await requireWebsite(db, id), clock())),
  );

  addressOptions(websites.command('update').argument('<id>', 'website ID'), '')
    .description('Change a website; only the options you give change')
    .option('--name <name>', 'display name, 1 to 255 characters', parseText)
    .option('--test-secret', 'create a second webhook secret that signs the events of test payments; shown once')
    .option('--no-test-secret', 'remove the test secret: the webhook secret then signs those events too')
    .option(
      '--methods <list>',
      'allowed payment methods, separated by commas: moncash, natcash, lakaypay_card, card',
      parseMethods,
    )
    .addOption(new Option('--card-live-approved <value>', 'allow live card payments').choices(['true', 'false']))
    .option('--contact <text>', 'contact for customers, shown on receipts, such as a phone number; none to remove')
    .option(
      '--colour <colour>',
      "colour of its payment pages, such as '#0b6459'; white text must be readable on it; none to remove",
    )
    .option('--logo <file>', 'logo on its payment pages: PNG, JPEG or WebP, at most 10,000 bytes; none to remove')
    .addOption(
      new Option('--receipts <value>', 'send customers a receipt by e-mail; needs SMTP_URL').choices(['on', 'off']),
    )
    .option(
      '--rate-limit <number>',
      'requests a minute of all its keys together, from 60 to 6000; none: the general limit of each IP address',
    )
    .more(`
A change is live on every node within 10 seconds.

Examples:
  peye websites update web_… --methods moncash,card
  peye websites update web_… --callback-url https://shop.example/webhooks
  peye websites update web_… --callback-url none
  peye websites update web_… --test-callback-url https://staging.shop.example/webhooks --test-secret
  peye websites update web_… --refund-callback-url https://shop.example/refund-webhooks
  peye websites update web_… --logo logo.webp --colour '#0b6459' --contact '+509 37 00 00 01'
  peye websites update web_… --rate-limit 600
  peye websites update web_… --card-live-approved true`)
    .action((id: string, options: Changes, command: Command) => update(id, options, command));

  one('deactivate', 'Stop all payments for a website: its keys get 403 until you activate it again').action(
    (id: string, options: JsonOption) => change(id, options, { isActive: false }),
  );
  one('activate', 'Accept the keys of a website again').action((id: string, options: JsonOption) =>
    change(id, options, { isActive: true }),
  );
  one('roll-secret', 'Rotate the webhook secret of a website and show the new one once')
    .option('--test', 'rotate the test secret instead, which signs the events of test payments')
    .addOption(
      new Option('--after <time>', 'how long the old secret keeps signing, such as 30m, 24h or 7d')
        .argParser(parseDurationSeconds)
        .default(0, '0, the new secret signs immediately'),
    )
    .more(`  peye websites roll-secret web_… --after 24h

Use --after to install the new secret in your receiver before it starts signing. Until then the old secret signs. If you rotate
again before that, the secret of the earlier rotation never signs.`)
    .action((id: string, options: JsonOption & { after: number; test?: true }) =>
      withStore(async ({ operator, clock }) => {
        const mode = options.test ? 'test' : 'live';
        const rolled = await operator.rotateWebhookSecret({ id, mode, afterSeconds: options.after });
        const { website, webhookSecret } = rolled;
        printWebsite(
          options,
          website,
          clock(),
          options.test ? { testWebhookSecret: webhookSecret } : { webhookSecret },
        );
      }),
    );
}

async function create({ name, json, ...given }: Addresses & { name: string }): Promise<void> {
  await withStore(
    async ({ operator, clock }) => {
      const testSecret = given.testSecret ? newWebhookSecret() : null;
      const { website, webhookSecret } = await operator.createWebsite({
        name,
        callbackUrl: addressOf(given.callbackUrl) ?? null,
        testCallbackUrl: addressOf(given.testCallbackUrl) ?? null,
        refundCallbackUrl: addressOf(given.refundCallbackUrl) ?? null,
        testRefundCallbackUrl: addressOf(given.testRefundCallbackUrl) ?? null,
        returnUrl: addressOf(given.returnUrl) ?? null,
        testSecret,
      });
      printWebsite({ ...(json && { json }) }, website, clock(), {
        webhookSecret,
        testWebhookSecret: testSecret ?? undefined,
        next: asCalled(`Next, create a key: peye keys create --website ${website.id} --mode test`),
      });
    },
    { migrate: 'when-empty' },
  );
}

async function list(options: JsonOption): Promise<void> {
  await withStore(async ({ db, clock }) => {
    const websites = await listWebsites(db);
    const nowUs = clock();
    printResult(
      options,
      websites.map((website) => websiteJson(website, nowUs)),
      () => {
        if (websites.length === 0) {
          return asCalled('No websites yet. Create one: peye websites create --name "My shop"');
        }
        return fieldTable(websites, WEBSITE_FIELDS, [
          ['id'],
          ['name', { leastWidth: 8 }],
          ['active'],
          ['methods', { leftOut: 1 }],
          ['callback_url', { leastWidth: 12, leftOut: 3 }],
          ['created_at', { leftOut: 2 }],
        ]);
      },
    );
  });
}

async function update(id: string, options: Changes, command: Command): Promise<void> {
  const { name, methods, cardLiveApproved } = options;
  const callbackUrl = addressOf(options.callbackUrl);
  const testCallbackUrl = addressOf(options.testCallbackUrl);
  const refundCallbackUrl = addressOf(options.refundCallbackUrl);
  const testRefundCallbackUrl = addressOf(options.testRefundCallbackUrl);
  const returnUrl = addressOf(options.returnUrl);
  const contact = addressOf(options.contact);
  const colour = addressOf(options.colour);
  const logo = await logoOf(options);
  const changes = {
    ...(name !== undefined && { name }),
    ...(callbackUrl !== undefined && { callbackUrl }),
    ...(testCallbackUrl !== undefined && { testCallbackUrl }),
    ...(refundCallbackUrl !== undefined && { refundCallbackUrl }),
    ...(testRefundCallbackUrl !== undefined && { testRefundCallbackUrl }),
    ...(options.testSecret !== undefined && { testSecret: options.testSecret ? newWebhookSecret() : null }),
    ...(returnUrl !== undefined && { returnUrl }),
    ...(methods !== undefined && { methods }),
    ...(cardLiveApproved !== undefined && { cardLiveApproved: cardLiveApproved === 'true' }),
    ...(contact !== undefined && { contact }),
    ...(colour !== undefined && { colour }),
    ...(logo !== undefined && { logo }),
    ...(options.receipts !== undefined && { sendsReceipts: options.receipts === 'on' }),
    ...(options.rateLimit !== undefined && { rateLimitPerMinute: readRateLimit(options.rateLimit) }),
  };
  if (Object.keys(changes).length === 0) {
    command.error(
      'nothing to change. Use --name, --callback-url, --test-callback-url, --refund-callback-url, --test-refund-callback-url, --test-secret, --no-test-secret, --return-url, --methods, --card-live-approved, --contact, --colour, --logo, --receipts or --rate-limit',
    );
  }
  await change(id, options, changes);
}

/** Loads the image code only for a command with a logo. */
async function logoOf({ logo }: Changes): Promise<Buffer | null | undefined> {
  const path = addressOf(logo);
  return path ? (await import('./local-files.ts')).readPictureFile('logo', path) : path === null ? null : undefined;
}

async function change(id: string, options: JsonOption, changes: WebsiteChanges): Promise<void> {
  await withStore(async ({ operator, clock }, { smtp }) => {
    const website = await operator.changeWebsite(id, changes);
    printWebsite(options, website, clock(), { testWebhookSecret: changes.testSecret ?? undefined });
    // Receipts are switched on, but cannot be sent yet.
    if (changes.sendsReceipts && smtp === null && !options.json) {
      printLine('No receipts are sent until SMTP_URL and SMTP_FROM are set: docs/branding.md');
    }
    if (changes.testCallbackUrl && website.signers.test === null && !options.json) {
      printLine(
        asCalled(
          `Events of test payments are signed with the webhook secret. Give them their own: peye websites update ${id} --test-secret`,
        ),
      );
    }
  });
}

/** `whenAbsent` is the help text about omitting an option: an update leaves its value unchanged. */
function addressOptions(command: Command, whenAbsent: string): Command {
  return command
    .option(
      '--callback-url <url>',
      `where webhooks are sent: a public https:// address; none: no webhooks${whenAbsent}`,
    )
    .option(
      '--test-callback-url <url>',
      `where webhooks of test payments are sent; none: the callback URL${whenAbsent}`,
    )
    .option(
      '--refund-callback-url <url>',
      `where webhooks of refunds are sent: a public https:// address; none: no webhooks of refunds${whenAbsent}`,
    )
    .option(
      '--test-refund-callback-url <url>',
      `where webhooks of test refunds are sent; none: the callback URL for refunds${whenAbsent}`,
    )
    .option(
      '--return-url <url>',
      `where customers return after paying: an https:// or http:// address; none: no return URL${whenAbsent}`,
    )
    .json();
}

/** The secrets that a command created, and the next step. */
interface CreatedSecrets extends MadeSecrets {
  readonly next?: string;
}

function printWebsite(options: JsonOption, website: Website, nowUs: number, made: CreatedSecrets = {}): void {
  const nextSecretFrom = nextSecretFromOf(website, 'live', nowUs);
  const nextTestSecretFrom = nextSecretFromOf(website, 'test', nowUs);
  const { webhookSecret, testWebhookSecret } = made;
  printResult(options, websiteJson(website, nowUs, made), () => {
    const properties = fieldDetails(WEBSITE_FIELDS, website, [
      ...(nextSecretFrom === undefined ? [] : [['New webhook secret from', nextSecretFrom] as const]),
      ...(nextTestSecretFrom === undefined ? [] : [['New test secret from', nextTestSecretFrom] as const]),
      ...(webhookSecret === undefined ? [] : [['Webhook secret', webhookSecret] as const]),
      ...(testWebhookSecret === undefined ? [] : [['Test webhook secret', testWebhookSecret] as const]),
    ]);
    const secrets = [webhookSecret, testWebhookSecret].filter((secret) => secret !== undefined);
    const signsFrom = webhookSecret === undefined ? nextTestSecretFrom : nextSecretFrom;
    const hints = [
      ...(secrets.length > 0
        ? [
            '',
            secrets.length === 1
              ? 'Save the webhook secret now. It is not shown again.'
              : 'Save both secrets now. They are not shown again.',
          ]
        : []),
      ...(secrets.length > 0 && signsFrom !== undefined
        ? [`The new secret signs from ${signsFrom}. Until then the old one signs.`]
        : []),
      ...(made.next === undefined ? [] : [made.next]),
    ];
    return [properties, ...hints].join('\n');
  });
}
