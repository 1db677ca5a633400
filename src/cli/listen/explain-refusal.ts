import { asCalled } from '../as-called.ts';
import type { ListenSettings } from './listen-settings.ts';
import { websiteOfKey } from './website-of-key.ts';

const FROM = { option: '--secret', environment: 'PEYE_WEBHOOK_SECRET', key: 'made of your key' };

/** A secret as people tell it from others: its end, and where it is from. Never the secret. */
export function secretText({ secret, secretFrom }: Pick<ListenSettings, 'secret' | 'secretFrom'>): string {
  return `the secret that ends in ${endOf(secret)} (${FROM[secretFrom]})`;
}

/**
 * What a developer looks at whose handler answers 401 or 403: which secret signs, whether it is that of the key's website, and how to give
 * the right one. The website is known where the gateway's store is that of this folder.
 */
export async function explainRefusal(settings: ListenSettings, status: number): Promise<string> {
  const { secret, key, isLocal } = settings;
  const said = `Your server answered ${status}: if that is because of the signature, it checks with another secret. Signed with ${secretText(settings)}.`;
  const website = isLocal ? await websiteOfKey(key) : undefined;
  const how = 'Give the one that your server has: --secret whsec_…, or PEYE_WEBHOOK_SECRET.';
  if (website === undefined) {
    return `${said} ${how} It is the webhook secret of the website of the key that ends in ${endOf(key)}, or any of your own.`;
  }
  const name = `${website.id} (${website.name})`;
  if (website.secrets.includes(secret)) {
    return `${said} That is the webhook secret of its website ${name}: compare it with the one that your server has, and let it check the body byte for byte as it came.`;
  }
  const ends = website.secrets.map(endOf).join(', and from later on in ');
  return asCalled(
    `${said} ${how} The webhook secret of its website ${name} ends in ${ends}; if it is lost, peye websites roll-secret ${website.id} shows a new one.`,
  );
}

function endOf(secret: string): string {
  return `…${secret.slice(-4)}`;
}
