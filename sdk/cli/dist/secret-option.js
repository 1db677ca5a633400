import { environment } from './environment.js';
import {             text, usage } from './given.js';

export function givenSecret(
  values                 ,
)                                                                                         {
  const option = text(values, 'secret');
  const secret = option ?? (environment.PEYE_WEBHOOK_SECRET || undefined);
  if (secret === undefined) return undefined;
  if (!/^whsec_[\x21-\x7e]+$/.test(secret)) throw usage('the secret must be a webhook secret (whsec_…)');
  return { secret, secretFrom: option === undefined ? 'environment' : 'option' };
}

export function forwardUrl(given        )         {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw usage('--forward must be an http:// or https:// URL without a user');
  }
  return url.href;
}
