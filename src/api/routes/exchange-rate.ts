import type { FastifyInstance } from 'fastify';
import { validationError } from '../../core/errors.ts';
import {
  amountNumber,
  convertHtgText,
  formatRate,
  HTG_CONVERSION_MAX,
  type RateE4,
  rateNumber,
} from '../../core/money.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import { cardMinimum, type ExchangeRates } from '../../features/rates/exchange-rate.ts';
import { needsScope } from '../../http/authenticate.ts';
import { EXCHANGE_RATE_RESPONSES } from '../schemas/examples.ts';
import { enveloped, ref, responses } from '../schemas/json-schema.ts';
import { ExchangeRateQuery } from '../schemas/service.ts';

const NOTE = 'The rate can change at any time. A payment keeps the rate it was created with.';
/** The source's terms require this text and this link where its rates are used. */
const OPEN_ER_API_ATTRIBUTION = 'Rates By Exchange Rate API (https://www.exchangerate-api.com).';

export interface ExchangeRateRouteDeps {
  readonly rates: ExchangeRates;
  readonly cardMinimumUsdMinor: number;
}

/** Contract: RATE-1. */
export function exchangeRateRoute(app: FastifyInstance, { rates, cardMinimumUsdMinor }: ExchangeRateRouteDeps): void {
  app.get<{ Querystring: { amount?: string } }>(
    '/exchange-rate',
    {
      ...needsScope('any'),
      // The amount is parsed exactly, from its text.
      attachValidation: true,
      validatorCompiler: () => () => true,
      schema: {
        operationId: 'readExchangeRate',
        summary: 'Read the exchange rate',
        description:
          'The rate at which dollars are charged in gourdes, and the minimum card charge in each currency. ' +
          'With `amount`, also converts that amount in gourdes to dollars: any decimal from 0 to 10^12. The amount and its conversion are rounded half up to the hundredth.',
        tags: ['Exchange rate'],
        querystring: ExchangeRateQuery,
        response: responses(
          {
            status: 200,
            description: 'The current rate.',
            schema: enveloped(ref('ExchangeRate')),
            examples: EXCHANGE_RATE_RESPONSES,
          },
          ['validation_error'],
        ),
      },
    },
    async (request) => {
      const { rateE4, updatedAtUs, source } = rates();
      const { amount } = request.query;
      const minimum = cardMinimum(cardMinimumUsdMinor, rateE4);
      return {
        success: true,
        data: {
          base_currency: 'USD',
          quote_currency: 'HTG',
          rate: rateNumber(rateE4),
          conversion: amount === undefined ? null : convert(amount, rateE4),
          card_minimum: { HTG: amountNumber(minimum.HTG), USD: amountNumber(minimum.USD) },
          example: `1 USD = ${formatRate(rateE4)} HTG`,
          note: source === 'open_er_api' ? `${NOTE} ${OPEN_ER_API_ATTRIBUTION}` : NOTE,
          updated_at: updatedAtUs === null ? null : formatTimestamp(updatedAtUs),
        },
      };
    },
  );
}

/** Throws `validation_error` for text that is not a decimal within the limits. */
function convert(text: unknown, rateE4: RateE4): { amount_htg: number; amount_usd: number } {
  const refuse = (message: string) => validationError({ amount: [`The amount field must be ${message}`] });
  const converted = typeof text === 'string' ? convertHtgText(text, rateE4) : undefined;
  if (converted === undefined) throw refuse('a decimal number, such as 1000 or 0.5.');
  if (converted === 'negative') throw refuse('at least 0.');
  if (converted === 'too_large') throw refuse(`at most ${HTG_CONVERSION_MAX}.`);
  return { amount_htg: amountNumber(converted.htgMinor), amount_usd: amountNumber(converted.usdMinor) };
}
