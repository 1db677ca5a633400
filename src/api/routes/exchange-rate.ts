import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { validationError } from '../../domain/errors.ts';
import { amountNumber, BEYOND_COUNTING, formatRate, htgToUsd, parseDecimal, rateNumber } from '../../domain/money.ts';
import { formatTimestamp } from '../../domain/timestamps.ts';
import { cardMinimum, type ExchangeRates } from '../../payments/exchange-rate.ts';
import { EXCHANGE_RATE_ANSWERS } from '../schemas/examples.ts';
import { enveloped, responses } from '../schemas/responses.ts';
import { ExchangeRateQuery } from '../schemas/service.ts';

const NOTE = 'The rate can change at any time. A payment keeps the rate it was created with.';
/** Its terms ask for these words and this link where its rates are used. */
const OPEN_ER_API_ATTRIBUTION = 'Rates By Exchange Rate API (https://www.exchangerate-api.com).';

/** SPEC: GET /exchange-rate. */
export function exchangeRateRoute(
  app: FastifyInstance,
  { rates, cardMinimumUsdMinor }: { rates: ExchangeRates; cardMinimumUsdMinor: number },
): void {
  app.get<{ Querystring: { amount?: string } }>(
    '/exchange-rate',
    {
      // The amount is read exactly, from its text.
      attachValidation: true,
      validatorCompiler: () => () => true,
      schema: {
        operationId: 'readExchangeRate',
        summary: 'Read the exchange rate',
        description:
          'The rate at which dollars are charged in gourdes, and the least a card is charged in each currency. ' +
          'With `amount`, that many gourdes in dollars.',
        tags: ['Exchange rate'],
        querystring: ExchangeRateQuery,
        response: responses(
          {
            status: 200,
            description: 'The rate in force.',
            schema: enveloped(Type.Ref('ExchangeRate')),
            examples: EXCHANGE_RATE_ANSWERS,
          },
          ['validation_error'],
        ),
      },
    },
    async (request) => {
      const { rateE4, updatedAtUs, source } = rates();
      const htgMinor = request.query.amount === undefined ? undefined : readAmount(request.query.amount);
      const minimum = cardMinimum(cardMinimumUsdMinor, rateE4);
      return {
        success: true,
        data: {
          base_currency: 'USD',
          quote_currency: 'HTG',
          rate: rateNumber(rateE4),
          conversion:
            htgMinor === undefined
              ? null
              : { amount_htg: amountNumber(htgMinor), amount_usd: amountNumber(htgToUsd(htgMinor, rateE4)) },
          card_minimum: { HTG: amountNumber(minimum.HTG), USD: amountNumber(minimum.USD) },
          example: `1 USD = ${formatRate(rateE4)} HTG`,
          note: source === 'open_er_api' ? `${NOTE} ${OPEN_ER_API_ATTRIBUTION}` : NOTE,
          updated_at: updatedAtUs === null ? null : formatTimestamp(updatedAtUs),
        },
      };
    },
  );
}

function readAmount(text: unknown): number {
  const refuse = (message: string) => validationError({ amount: [message] });
  const minor = typeof text === 'string' ? parseDecimal(text, 2) : undefined;
  if (minor === undefined) throw refuse('The amount field must be a number.');
  if (minor === 'too_precise') throw refuse('The amount field must have at most two decimals.');
  if (minor < 0) throw refuse('The amount field must be at least 0.');
  if (minor === BEYOND_COUNTING) throw refuse('The amount field is too large.');
  return minor;
}
