import { createHmac } from 'node:crypto';

const FROM = { option: '--secret', environment: 'PEYE_WEBHOOK_SECRET', key: 'derived from your key' };

export function sessionSecret(key        )         {
  return `whsec_${createHmac('sha256', key).update('peye listen').digest('hex')}`;
}

export function secretText({ secret, secretFrom }                                               )         {
  return `the secret ending in ${endOf(secret)} (${FROM[secretFrom]})`;
}

export function endOf(secret        )         {
  return `…${secret.slice(-4)}`;
}

export function refusalText(settings                , status        )         {
  return `${responseText(settings, status)} ${HOW_TO_SET} Use the webhook secret of the website that has the key ending in ${endOf(settings.key)}, or any secret that you choose.`;
}

export const HOW_TO_SET = 'Set the secret of your server with --secret whsec_… or PEYE_WEBHOOK_SECRET.';

export function responseText(settings                , status        )         {
  return `Your server responded with ${status}. If the signature is the reason, your server uses a different secret. Peye signs with ${secretText(settings)}.`;
}
