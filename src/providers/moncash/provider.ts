import { formatAmount } from '../../core/money.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { type Provider, ProviderUnavailable, type UnknownMoney } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { storedMessage } from '../stored-fields.ts';
import { accessTokens } from './access-tokens.ts';
import { type MoncashApi, moncashApi } from './client.ts';
import { create, openPayment } from './create.ts';
import { readQueryResponse } from './found-payment.ts';
import { readNotification } from './notification.ts';
import { hostedPage } from './page.ts';
import { orderIdOf } from './provider-data.ts';
import { moncashRefunds, readBalance } from './refunds.ts';
import {
  MONCASH_CREDENTIALS,
  MONCASH_TRANSFER_CREDENTIALS,
  type MoncashClient,
  type MoncashSettings,
} from './settings.ts';
import { STORED_MESSAGE } from './stored-exchange.ts';
import { verify } from './verify.ts';

const MAX_AT_A_TIME = 8;
/** The burst after a quiet time, and the rate per second: both are more than the returning customers of one gateway need. */
const MAX_SAVED = 100;
const PER_SECOND = 5;

/** Runs a lookup, or throws ProviderUnavailable when it is over the limit. */
type Limited = <T>(lookUp: () => Promise<T>) => Promise<T>;

/**
 * Limits the lookups that clients can trigger, concurrently and over time: anyone can invent a transaction's number,
 * and MonCash may block an account that queries without end. Unauthenticated clients and customers each need their own
 * limiter.
 */
function limitLookups(clock: Clock): Limited {
  let running = 0;
  let saved = MAX_SAVED;
  let countedAtUs = clock();
  return async (lookUp) => {
    const nowUs = clock();
    saved = Math.min(MAX_SAVED, saved + (Math.max(0, nowUs - countedAtUs) / 1_000_000) * PER_SECOND);
    countedAtUs = nowUs;
    if (running >= MAX_AT_A_TIME || saved < 1)
      throw new ProviderUnavailable('moncash: too many transactions are looked up');
    saved--;
    running++;
    try {
      return await lookUp();
    } finally {
      running--;
    }
  };
}

/**
 * MonCash of Digicel, over its REST API: the customer pays on MonCash's own page, and only MonCash's response to our
 * own query proves the payment. Messages at the return and alert addresses are unsigned, and only a reason to query.
 */
export function moncashProvider(settings: MoncashSettings, deps: ProviderDeps): Provider {
  const { clock } = deps;
  const [unauthenticated, customers, unknown] = [limitLookups(clock), limitLookups(clock), limitLookups(clock)];
  const tokens = accessTokens(settings, { client: settings, names: MONCASH_CREDENTIALS }, deps);
  const api = moncashApi(settings, deps, tokens, MONCASH_CREDENTIALS);
  const transferApi = settings.transfers && apiOfTransfers(settings, settings.transfers, deps);
  const parts = { ...deps, api };
  return {
    name: 'moncash',
    takesWholeGourdes: settings.takesWholeGourdes,
    open: (payment) => openPayment(settings, payment),
    create: (payment, log) => create(settings, parts, payment, log),
    hostedPage: (payment) => hostedPage(deps, payment),
    verify: (payment, log) => verify(parts, payment, log),
    messageText: (incoming) => storedMessage(incoming, STORED_MESSAGE),
    notification: (incoming) =>
      readNotification(incoming, (transactionId, log, { isCustomer }) =>
        (isCustomer ? customers : unauthenticated)(() => lookUp(transactionId, log)),
      ),
    findUnknown: (paymentId, { isCustomer }, log) =>
      (isCustomer ? customers : unknown)(() => findUnknown(api, paymentId, log)),
    refunds: () => (transferApi ? moncashRefunds(settings, { clock, api, transferApi }) : undefined),
    async checkCredentials(log) {
      await tokens.get(log);
      const taken = `MonCash gave an access token (${settings.apiUrl})`;
      if (!transferApi) return taken;
      const balance = formatAmount(await readBalance(transferApi, log));
      return `${taken}; refunds are transferred from a prefunded account with ${balance} HTG`;
    },
  };

  async function lookUp(transactionId: string, log: Log): Promise<number | undefined> {
    const operation = 'RetrieveTransactionPayment';
    return readQueryResponse(await api({ operation, fields: { transactionId } }, log), operation).found?.paymentId;
  }
}

/** The API with the credentials of the prefunded account, which has its own access tokens. */
function apiOfTransfers(settings: MoncashSettings, client: MoncashClient, deps: ProviderDeps): MoncashApi {
  const names = MONCASH_TRANSFER_CREDENTIALS;
  return moncashApi(settings, deps, accessTokens(settings, { client, names }, deps), names);
}

/**
 * The money that MonCash holds for an order of ours that the store does not know; undefined when the order was not
 * paid. Throws ProviderUnavailable.
 */
async function findUnknown(api: MoncashApi, paymentId: number, log: Log): Promise<UnknownMoney | undefined> {
  const operation = 'RetrieveOrderPayment';
  const call = { operation, fields: { orderId: orderIdOf(paymentId) }, paymentId } as const;
  const { found } = readQueryResponse(await api(call, log), operation);
  if (found && found.paymentId !== paymentId) {
    throw new ProviderUnavailable('moncash RetrieveOrderPayment: the response is about another order');
  }
  if (found?.message !== 'successful') return undefined;
  const { costMinor, transactionId } = found;
  return {
    providerRef: transactionId,
    paid: costMinor === undefined ? null : { amountMinor: costMinor, currency: 'HTG' },
  };
}
