import { ApiError, validationError } from '../../core/errors.ts';
import { isWholeUnits, type Money, type RateE4, roundUpToUnits, usdToHtg } from '../../core/money.ts';
import {
  initialStatus,
  isPaidInHtgOnly,
  type Mode,
  type Payment,
  type PaymentMethod,
  type RecurringInterval,
} from '../../core/payment.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Telemetry } from '../../platform/log/telemetry.ts';
import type { Opening, Provider, UnopenedPayment } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import type { ExchangeRates } from '../rates/exchange-rate.ts';
import type { Website } from '../websites/store/websites.ts';
import { type AmountLimits, checkAmount } from './amount-limits.ts';
import { methodRefusal } from './method-refusal.ts';
import type { StorePayment } from './store-payment.ts';

/**
 * How many ids are drawn at most to find a free one. Even with two busy nodes, the chance that a second id is in use
 * too is one in a million.
 */
const MAX_DRAWS = 8;

/** A request to create a payment whose fields are all valid by themselves. */
export interface PaymentRequest {
  readonly amount: Money;
  readonly method: PaymentMethod;
  readonly customerName: string;
  readonly customerEmail: string | null;
  readonly customerPhone: string | null;
  readonly reference: string | null;
  readonly description: string | null;
  readonly metadata: string | null;
  readonly recurringInterval: RecurringInterval | null;
  readonly recurringIntervalCount: number | null;
}

/** The caller: a key, its mode, and its website. */
export interface Creator {
  readonly apiKeyId: string;
  readonly mode: Mode;
  readonly website: Pick<Website, 'id' | 'methods' | 'cardLiveApproved'>;
  /** Whether the client still waits for the response. If not, nothing is written. */
  readonly isAwaited?: () => boolean;
}

export interface CreatedPayment {
  readonly payment: Payment;
  readonly fields: Opening['fields'];
}

export interface CreatePaymentDeps {
  readonly clock: Clock;
  readonly nextId: () => number;
  readonly amountLimits: AmountLimits;
  readonly rates: ExchangeRates;
  readonly providerFor: ProviderRegistry;
  readonly store: StorePayment;
  /** Loads the code that calls live providers. Throws ProgramIncomplete. */
  readonly loadProviders?: (() => Promise<void>) | undefined;
  /** Reports the time until a payment is durable. */
  readonly commit?: Telemetry['commit'] | undefined;
  /** Called when a payment is durable. */
  readonly onMoved?: ((payment: Payment) => void) | undefined;
  /** Creates a stored payment at the provider, and returns the fields of the create response. */
  readonly openAtProvider: (
    create: NonNullable<Provider['create']>,
    payment: Payment,
    log: Log,
  ) => Promise<Opening['fields']>;
}

/**
 * Creates a payment: converts the amount, checks approval, availability and limits, stores the payment, and starts it
 * at the provider. When this returns, the payment is durable. Contract: CREATE-1.
 *
 * Throws ApiError `payment_method_not_approved`, `payment_method_not_available`, `amount_too_low`, `amount_too_high`,
 * `validation_error` for centimes with a method that takes only whole gourdes, or any error of `openAtProvider`. Throws
 * DatabaseUnavailable when nothing was stored, and ProgramIncomplete when a file of the program is missing. Throws
 * OutcomeUnknown when the payment may or may not have been stored; the creation is then not attempted under another id.
 */
export async function createPayment(
  deps: CreatePaymentDeps,
  creator: Creator,
  request: PaymentRequest,
  log: Log,
): Promise<CreatedPayment> {
  const { method } = request;
  const { website, mode } = creator;
  const provider = deps.providerFor(mode, method);
  const refusal = methodRefusal(website, mode, { method, provider });
  if (refusal !== undefined || !provider) throw new ApiError(refusal ?? 'payment_method_not_available');

  // The code is loaded before anything is stored: a payment that cannot be sent is not accepted.
  if (provider.create && !provider.isLocal) await deps.loadProviders?.();

  const { rateE4 } = deps.rates();
  const isConverted = isPaidInHtgOnly(method) && request.amount.currency === 'USD';
  const charged = chargedAmount(request.amount, provider, isConverted ? rateE4 : null);
  checkAmount(deps.amountLimits, method, charged, rateE4);

  for (let draw = 1; draw <= MAX_DRAWS; draw++) {
    const unopened: UnopenedPayment = {
      id: deps.nextId(),
      websiteId: website.id,
      apiKeyId: creator.apiKeyId,
      mode,
      method,
      status: initialStatus(method),
      amountMinor: charged.amountMinor,
      currency: charged.currency,
      originalAmountMinor: isConverted ? request.amount.amountMinor : null,
      rateE4: isConverted ? rateE4 : null,
      reference: request.reference,
      description: request.description,
      customerName: request.customerName,
      customerEmail: request.customerEmail,
      customerPhone: request.customerPhone,
      metadata: request.metadata,
      recurringInterval: request.recurringInterval,
      recurringIntervalCount: request.recurringIntervalCount,
      subscriptionId: null,
      subscriptionPeriod: null,
      subscriptionTry: null,
      chargeAskedAtUs: null,
      failureReason: null,
      createdAtUs: deps.clock(),
      finishedAtUs: null,
    };
    const { fields, providerData, expiresAtUs, nextCheckAtUs } = provider.open(unopened, { rateE4 });
    const payment: Payment = { ...unopened, providerData, providerRef: null, expiresAtUs, nextCheckAtUs };
    if (!(await storeReported(deps, payment, creator, log))) continue;
    deps.onMoved?.(payment);
    if (!provider.create) return { payment, fields };
    return { payment, fields: await deps.openAtProvider(provider.create, payment, log) };
  }
  throw new Error(`no free transaction id in ${MAX_DRAWS} draws`);
}

async function storeReported(
  { store, commit }: Pick<CreatePaymentDeps, 'store' | 'commit'>,
  payment: Payment,
  { isAwaited }: Creator,
  log: Log,
): Promise<boolean> {
  const report = commit?.({}, log);
  try {
    const isStored = await store(payment, isAwaited);
    report?.({ error: undefined });
    return isStored;
  } catch (error) {
    report?.({ error: (error as Error).name });
    throw error;
  }
}

/**
 * The amount that the customer is charged: converted for methods that are paid in gourdes only, and rounded up for
 * methods that take whole gourdes.
 */
function chargedAmount(asked: Money, { takesWholeGourdes }: Provider, conversionRateE4: RateE4 | null): Money {
  const charged: Money =
    conversionRateE4 === null ? asked : { amountMinor: usdToHtg(asked.amountMinor, conversionRateE4), currency: 'HTG' };
  if (!takesWholeGourdes || charged.currency !== 'HTG' || isWholeUnits(charged.amountMinor)) return charged;
  if (conversionRateE4 !== null) return { ...charged, amountMinor: roundUpToUnits(charged.amountMinor) };
  throw validationError({
    amount: ['The amount field must be whole gourdes for this payment method: it takes no centimes in live mode.'],
  });
}
