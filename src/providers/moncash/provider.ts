import { amountNumber } from '../../domain/money.ts';
import type { Payment } from '../../domain/payment.ts';
import type { Log } from '../../lib/log.ts';
import { nextCheck } from '../next-check.ts';
import { paymentPageUrl } from '../payment-page.ts';
import {
  type Creation,
  type Incoming,
  type Notice,
  type Outcome,
  type Provider,
  ProviderSilent,
  type Verification,
} from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { accessTokens } from './access-tokens.ts';
import { moncashApi } from './client.ts';
import { readPaymentToken, TOKEN_LIFE_SECONDS } from './create.ts';
import { shortText } from './error-text.ts';
import { type FoundPayment, readQueryAnswer } from './found-payment.ts';
import { limitLookups } from './limit-lookups.ts';
import { readNotification } from './notification.ts';
import { orderIdOf } from './order-id.ts';
import { readHostedPage, writeHostedPage } from './provider-data.ts';
import type { MoncashSettings } from './settings.ts';

const US = 1_000_000;

/**
 * MonCash of Digicel, over its REST API: the customer pays on MonCash's own page, and only MonCash's answer to a question of ours
 * says that it happened. What arrives at the return and alert addresses is unsigned, and only a reason to ask.
 */
export function moncashProvider(settings: MoncashSettings, deps: ProviderDeps): Provider {
  const { clock, box, publicUrl } = deps;
  const [strangers, payers] = [limitLookups(clock), limitLookups(clock)];
  const tokens = accessTokens(settings, deps);
  const api = moncashApi(settings, deps, tokens);
  const waits = (fromUs: number, lifeUs: number, createdAtUs: number) => {
    const expiresAtUs = fromUs + lifeUs + settings.graceSeconds * US;
    return { expiresAtUs, nextCheckAtUs: nextCheck({ createdAtUs, expiresAtUs }, fromUs) };
  };
  return {
    name: 'moncash',
    takesWholeGourdes: settings.takesWholeGourdes,
    open: ({ createdAtUs }) => ({
      ...waits(createdAtUs, TOKEN_LIFE_SECONDS * US, createdAtUs),
      providerData: null,
      fields: {},
    }),
    async create(payment, log): Promise<Creation> {
      const answer = await api({ operation: 'CreatePayment', fields: order(payment), paymentId: payment.id }, log);
      const { token, lifeMs } = readPaymentToken(answer, payment.id);
      // From now by our own clock: of MonCash's only the difference between two readings is known.
      const nowUs = clock();
      const url = `${settings.gatewayUrl}/Payment/Redirect?${new URLSearchParams({ token })}`;
      return {
        ...waits(nowUs, lifeMs * 1000, payment.createdAtUs),
        providerData: writeHostedPage(box, payment.id, { url, untilUs: nowUs + lifeMs * 1000 }),
        providerRef: null,
        // Our page leads there: so we know the browser again that comes back, because MonCash signs nothing.
        fields: { payment_url: paymentPageUrl(publicUrl, box, payment.id) },
      };
    },
    hostedPage(payment) {
      const page = readHostedPage(box, payment);
      return page && clock() < page.untilUs ? page.url : undefined;
    },
    async verify(payment, log): Promise<Verification> {
      const askedAtUs = clock();
      const operation = 'RetrieveOrderPayment';
      const call = { operation, fields: { orderId: orderIdOf(payment.id) }, paymentId: payment.id } as const;
      const { found, response } = readQueryAnswer(await api(call, log), operation);
      if (found && found.paymentId !== payment.id) {
        throw new ProviderSilent('moncash RetrieveOrderPayment: the answer is about another order');
      }
      return {
        outcome: outcomeOf(found, askedAtUs >= payment.expiresAtUs),
        ...(found && { word: shortText(found.message) }),
        response,
        nextCheckAtUs: nextCheck(payment, clock()),
        ...(found?.transactionId !== undefined && { providerRef: found.transactionId }),
      };
    },
    notification(incoming): Notice {
      if (incoming.path !== 'return' && incoming.path !== 'alert') {
        return { paymentId: undefined, answer: { status: 404, body: '' } };
      }
      const { paymentId, transactionId } = readNotification(incoming);
      return {
        paymentId,
        // What is not looked up now is found by the ordinary checks, a few seconds later.
        ...(paymentId === undefined &&
          transactionId !== undefined && {
            lookUp: (log, { isPayer }) => (isPayer ? payers : strangers)(() => lookUp(transactionId, log)),
          }),
        answer: isNavigation(incoming) ? 'visitor' : { status: 200, body: '' },
      };
    },
    async checkCredentials(log) {
      await tokens.get(log);
      return `MonCash gave an access token (${settings.apiUrl})`;
    },
  };

  async function lookUp(transactionId: string, log: Log): Promise<number | undefined> {
    const operation = 'RetrieveTransactionPayment';
    return readQueryAnswer(await api({ operation, fields: { transactionId } }, log), operation).found?.paymentId;
  }
}

/** Two fields and no other: MonCash knows neither currencies nor addresses of a single payment. */
function order({ id, currency, amountMinor }: Payment): { amount: number; orderId: string } {
  if (currency !== 'HTG') throw new Error(`moncash takes gourdes only, and payment ${id} is in ${currency}`);
  return { amount: amountNumber(amountMinor), orderId: orderIdOf(id) };
}

function outcomeOf(found: FoundPayment | undefined, isExpired: boolean): Outcome {
  if (found?.message === 'successful') {
    // Said aloud, and asked again: of a payment that failed, "not yet" would pass over money that came.
    if (found.costMinor === undefined) {
      throw new ProviderSilent('moncash RetrieveOrderPayment: paid, but the cost cannot be read');
    }
    return { status: 'completed', paid: { amountMinor: found.costMinor, currency: 'HTG' } };
  }
  if (!found) return isExpired ? { status: 'failed', failureReason: 'expired' } : { status: 'open' };
  // Said of one attempt: while the page is open, the customer may make another.
  if (isExpired && found.message === 'failed') return { status: 'failed', failureReason: 'declined' };
  return { status: 'open' };
}

/**
 * Whether a browser is waiting for a page. The path does not say: which of the two addresses in MonCash's portal is the
 * browser's is told differently by different people, and merchants enter them the wrong way round.
 */
function isNavigation({ method, headers }: Incoming): boolean {
  return method === 'GET' && String(headers.accept ?? '').includes('text/html');
}
