import { environment } from './environment.ts';
import { type Given, text, usage } from './given.ts';

/** The webhook secret of `--secret` or PEYE_WEBHOOK_SECRET; undefined if neither is set. No message quotes the value. */
export function givenSecret(
  values: Given['values'],
): { readonly secret: string; readonly secretFrom: 'option' | 'environment' } | undefined {
  const option = text(values, 'secret');
  const secret = option ?? (environment.PEYE_WEBHOOK_SECRET || undefined);
  if (secret === undefined) return undefined;
  if (!/^whsec_[\x21-\x7e]+$/.test(secret)) throw usage('the secret must be a webhook secret (whsec_…)');
  return { secret, secretFrom: option === undefined ? 'environment' : 'option' };
}

/** The URL of `--forward`. */
export function forwardUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw usage('--forward must be an http:// or https:// URL without a user');
  }
  return url.href;
}
