import { localOrigin } from '../app/local-origin.ts';
import type { Store } from '../app/open-store.ts';
import type { Gateway } from '../app/start-gateway.ts';
import { type Config, readConfig } from '../config.ts';
import { formatTimestamp } from '../core/timestamps.ts';
import { firstPaymentCurl } from '../features/links/first-payment-curl.ts';
import { hasUsers } from '../features/users/store/users.ts';
import { listWebsites } from '../features/websites/store/websites.ts';
import { asCalled } from './as-called.ts';
import { details } from './output.ts';

/** What the first start creates, with the texts that are shown only once. */
interface Demo {
  readonly websiteId: string;
  readonly key: string;
  readonly webhookSecret: string;
}

/**
 * What a start prints when it serves, as a JSON document and as text. Creates what is shown only once: the demo of an empty embedded store,
 * and the link of the first owner. `known` is a website of the store, if it has one.
 */
export async function readyOutput(
  config: Config,
  store: Store,
  gateway: Gateway,
  { known, isOwnerAwaited }: { known: string | undefined; isOwnerAwaited: boolean },
): Promise<{ document: Record<string, unknown>; text: string }> {
  const isEmpty = config.databaseUrl === null && known === undefined;
  const demo = await createDemo(config, store);
  const owner = isOwnerAwaited ? await firstOwner(config, store, { isEmpty }) : undefined;
  const text = demo ? firstStart(config, gateway, demo) : laterStart(config, gateway, known);
  return {
    document: { ...readyJson(config, gateway, demo), ...firstOwnerJson(owner) },
    text: text + firstOwnerText(owner),
  };
}

/** Creates the first website on an embedded store without websites. */
async function createDemo(config: Config, { db, operator }: Store): Promise<Demo | undefined> {
  if (config.databaseUrl !== null || !config.roles.includes('api')) return undefined;
  if ((await listWebsites(db)).length > 0) return undefined;
  const { website, webhookSecret } = await operator.createWebsite({ name: 'Demo' });
  const { text } = await operator.createApiKey({ websiteId: website.id, mode: 'test', name: 'Demo' });
  return { websiteId: website.id, key: text, webhookSecret };
}

/** What a start prints with `--json`. */
function readyJson(config: Config, gateway: Gateway, demo: Demo | undefined): Record<string, unknown> {
  return {
    url: config.publicUrl,
    base_url: `${config.publicUrl}${gateway.apiBase}`,
    ...(demo && { website_id: demo.websiteId, key: demo.key, webhook_secret: demo.webhookSecret }),
  };
}

/** What the start that created the demo prints: its key and secret, and what to try first. */
function firstStart(config: Config, gateway: Gateway, demo: Demo): string {
  const curl = firstPaymentCurl(`${gateway.address}${gateway.apiBase}`, demo.key);
  // Another terminal does not have the PORT of this one.
  const url = gateway.address === localOrigin(readConfig({})) ? '' : ` --url ${gateway.address}`;
  const listen = asCalled(
    `peye listen --key ${demo.key} --secret ${demo.webhookSecret}${url} --from-start --forward http://127.0.0.1:4000/webhooks`,
  );
  return `
Peye is ready. It created a website "Demo" for you to try. The key and the secret are shown only once:

${details([
  ['Base URL', `${config.publicUrl}${gateway.apiBase}`],
  ['Test key', demo.key],
  ['Webhook secret', demo.webhookSecret],
  ['Website', demo.websiteId],
  ['Documentation', `${config.publicUrl}/docs`],
  ...consoleRow(config),
])}

For the commands in the documentation, in another terminal:

export PEYE_KEY=${demo.key}
export PEYE_WEBHOOK_SECRET=${demo.webhookSecret}

Create a payment of 500 gourdes, then open the payment_url of the response:

${curl}

Forward its events as signed webhooks to your server on this machine:

${listen}
`;
}

/** What every other start prints. `websiteId` is a website of the store, if it has one. */
function laterStart(config: Config, gateway: Gateway, websiteId: string | undefined): string {
  if (!config.roles.includes('api')) {
    const served = config.roles.includes('console')
      ? `console is ready: ${config.publicUrl}/console`
      : 'worker is ready';
    return `\nPeye's ${served}. Health checks: ${gateway.address}/healthz\n`;
  }
  const next: readonly [string, string] =
    websiteId === undefined
      ? ['Create a website', asCalled('peye websites create --name "My shop"')]
      : ['Create a key', asCalled(`peye keys create --website ${websiteId} --mode test`)];
  return `
Peye is ready.

${details([
  ['Base URL', `${config.publicUrl}${gateway.apiBase}`],
  ['Documentation', `${config.publicUrl}/docs`],
  ...consoleRow(config),
  next,
])}
`;
}

function consoleRow({ roles, publicUrl }: Config): [string, string][] {
  return roles.includes('console') ? [['Console', `${publicUrl}/console`]] : [];
}

/** The access of the first owner to the console: a link on an empty embedded database, otherwise a command. */
type FirstOwner = { readonly url: string; readonly expiresAt: string } | 'by_command';

/** Whether a start has to show how to invite the first owner: the console is served, and has no users yet. */
export async function awaitsOwner({ roles }: Config, { db }: Pick<Store, 'db'>): Promise<boolean> {
  return roles.includes('console') && !(await hasUsers(db));
}

/** Creates the access of the first owner. On an empty database it is a link, shown once, that works once within 15 minutes. */
async function firstOwner(
  { publicUrl }: Config,
  { db, clock }: Store,
  { isEmpty }: { isEmpty: boolean },
): Promise<FirstOwner | undefined> {
  if (!isEmpty) return 'by_command';
  // Loaded here because no other start needs it.
  const { firstOwnerLink } = await import('../features/users/send-link.ts');
  const link = await firstOwnerLink({ db, clock, publicUrl });
  return link && { url: link.url, expiresAt: formatTimestamp(link.expiresAtUs) };
}

/** Text after the output of a start; empty when the console has users. */
function firstOwnerText(owner: FirstOwner | undefined): string {
  if (owner === undefined) return '';
  const create = asCalled('peye users create --email you@example.com --role owner');
  if (owner === 'by_command') return `\nThe console has no users yet. Invite the first owner:\n\n${create}\n`;
  return `
Open this link to become the owner of the console. It works once, within 15 minutes. To create another one later:
${create}

${owner.url}
`;
}

/** The first owner's access, as members of the JSON document of a start. */
function firstOwnerJson(owner: FirstOwner | undefined): Record<string, string> {
  if (owner === undefined || owner === 'by_command') return {};
  return { first_owner_link: owner.url, first_owner_link_expires_at: owner.expiresAt };
}
