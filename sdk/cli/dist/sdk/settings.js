import { InvalidArgumentError } from './errors.js';

export const VERSION = '0.1.0';

const API = '/api/gateway/v1';
const REFUNDS_API = '/api/refunds/v1';
const CHECKOUT_API = '/api/checkout/v1';
const MOST = 2 ** 31 - 1;

export function readOptions(options             )           {
  const { fetch = globalThis.fetch } = options;
  if (isBrowser() && options.allowBrowser !== true) {
    throw new InvalidArgumentError(
      'This is a browser, where everyone can read the key: call Peye from your server. For tests with a test key pass allowBrowser: true.',
    );
  }
  if (typeof fetch !== 'function')
    throw new InvalidArgumentError('This runtime has no fetch function: pass one as `fetch`.');
  const root = readRoot(options.baseUrl);
  return {
    apiKey: checkKey(options.apiKey),
    base: root + API,
    refundsBase: root + REFUNDS_API,
    checkoutBase: root + CHECKOUT_API,
    timeoutMs: checkNumber('timeoutMs', options.timeoutMs ?? 35_000, 1),
    retries: checkNumber('retries', options.retries ?? 3, 0),
    lookupWaitMs: checkNumber('lookupWaitMs', options.lookupWaitMs ?? 15_000, 0),
    fetch: (input, init) => fetch(input, init),
    onRequest: options.onRequest,
    userAgent: [`peye-sdk-js/${VERSION} (${runtime()})`, options.userAgent].filter(Boolean).join(' '),
  };
}

function checkKey(key         )         {
  if (typeof key !== 'string' || !key) {
    throw new InvalidArgumentError('apiKey is missing: is its variable set in the environment?');
  }
  if (/^tk_(test|live)_[\w-]+$/.test(key)) return key;
  throw new InvalidArgumentError(
    key.startsWith('whsec_')
      ? 'apiKey is a webhook secret, which belongs to webhooks.verify.'
      : 'apiKey must begin with tk_test_ or tk_live_, without spaces, line breaks or quotes around it.',
  );
}

function readRoot(text         )         {
  let url                 ;
  try {
    url = new URL(String(text));
  } catch {}
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new InvalidArgumentError('baseUrl must be the address of your gateway, such as https://pay.example.ht.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path.endsWith(API) ? path.slice(0, -API.length) : path);
}

function checkNumber(name        , value        , least        )         {
  if (value >= least && value <= MOST) return value;
  throw new InvalidArgumentError(`${name} must be a number of at least ${least}.`);
}

export function readSecrets(secret                                        )                    {
  const secrets = Array.isArray(secret) ? secret : [secret];
  if (secrets.length > 0 && secrets.every((each) => /^whsec_[\w-]+$/.test(each))) return secrets;
  throw new InvalidArgumentError(
    'The webhook secret must begin with whsec_, without spaces or line breaks. Is its variable set in the environment?',
  );
}

export function checkMode(mode         )                       {
  if (mode === 'live' || mode === 'test') return;
  throw new InvalidArgumentError(
    "Set the mode of the webhooks that you expect: mode: 'live' where you fulfil orders, mode: 'test' with a test key.",
  );
}

function isBrowser()          {
  const { window } = globalThis                                       ;
  return window?.document !== undefined;
}

function runtime()         {
  const { navigator, process } = globalThis

   ;
  return navigator?.userAgent ?? `Node.js ${process?.version}`;
}

export const MOST_WEBHOOK_BYTES = 1024 * 1024;
