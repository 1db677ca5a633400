import { openStore } from '../../app/open-store.ts';
import { findApiKeyByHash } from '../../features/websites/store/api-keys.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import { signingSecret } from '../../features/websites/webhook-secrets.ts';
import { createLog } from '../../platform/log/log.ts';
import { hashKey } from '../../platform/secrets/secrets.ts';
import { printable } from '../../platform/text/printable.ts';
import { asCalled } from '../as-called.ts';
import { caller } from '../caller.ts';
import { readSettings } from '../environment.ts';
import { printDocument, printLine } from '../output.ts';
import { endOf, HOW_TO_SET, type ListenSettings, refusalText, responseText } from './listen-settings.ts';
import { runListener, stopOnSignals } from './run-listener.ts';

/** `peye listen`: runs until Ctrl-C or SIGTERM. Throws CommandFailure for errors that a retry does not fix. Contract: FEED-14. */
export async function listen(settings: ListenSettings): Promise<void> {
  const { output } = settings;
  const report = output === 'lines' ? (text: string) => printLine(text) : printToStderr;
  const stopping = stopOnSignals(report, caller().stdout);
  const sum = await runListener(settings, { report, printEvent: printDocument, stopping, explainRefusal });
  if (output === 'summary') printLine(JSON.stringify(sum));
}

function printToStderr(text: string): void {
  caller().stderr.write(`${text}\n`);
}

/**
 * Explains a 400, 401 or 403 response of the developer's handler: which secret signs, whether it is the secret of the key's website, and
 * how to set the right one. The website is only known if the gateway uses the store of this folder.
 */
async function explainRefusal(settings: ListenSettings, status: number): Promise<string> {
  const { secret, key, isLocal } = settings;
  const website = isLocal ? await websiteOfKey(key) : undefined;
  if (website === undefined) return refusalText(settings, status);
  const response = responseText(settings, status);
  const name = `${website.id} (${website.name})`;
  if (website.secrets.includes(secret)) {
    return `${response} That is the webhook secret of website ${name}: compare it with the secret of your server, and verify the signature over the raw body.`;
  }
  const ends = website.secrets.map(endOf).join(', and later in ');
  return asCalled(
    `${response} ${HOW_TO_SET} The webhook secret of website ${name} ends in ${ends}. If you lost it, create a new one: peye websites roll-secret ${website.id}`,
  );
}

interface KeyWebsite {
  readonly id: string;
  readonly name: string;
  /** The webhook secret that signs events of test payments now, followed by the one that will sign them later, if there is one. */
  readonly secrets: readonly string[];
}

/** The website of a key, in the store of this folder's settings. Undefined where that store cannot be opened, or does not know the key. */
async function websiteOfKey(key: string): Promise<KeyWebsite | undefined> {
  try {
    const { db, box, clock } = await openStore(readSettings(), createLog('silent'), { migrate: false });
    try {
      const nowUs = clock();
      const apiKey = await findApiKeyByHash(db, hashKey(key), nowUs);
      const website = apiKey && (await findWebsite(db, apiKey.websiteId));
      if (!website) return undefined;
      // The events of the feed are of test payments: the signer of those signs them.
      const { nextFromUs } = website.signers.test ?? website.signers.live;
      const secrets = [nowUs, nextFromUs ?? nowUs].map((us) => signingSecret(website, 'test', box, us));
      return { id: website.id, name: printable(website.name), secrets: [...new Set(secrets)] };
    } finally {
      await db.close();
    }
  } catch {
    // `peye listen` works without this: the developer's machine may not have a store at all.
    return undefined;
  }
}
