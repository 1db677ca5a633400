import formbody from '@fastify/formbody';
import fastify, { type FastifyReply } from 'fastify';
import { controlRoutes } from '../control-routes.ts';
import { changeFaults } from '../faults.ts';
import { respondEndlessly, respondUnder } from '../respond-under.ts';
import type { SimulatedCall, Simulator, SimulatorOptions } from '../simulator.ts';
import { brhPage } from './brh-page.ts';
import { changesOf, controlPage } from './control-page.ts';
import { openErApiResponse } from './open-er-api.ts';
import { noFaults, RATES_FORMER_NAMES, RATES_SWITCHES, type RatesFaults } from './rates-faults.ts';

export interface RatesSimulator extends Simulator {
  readonly faults: RatesFaults;
  /** The settings that lead a gateway to one of the two sources; `settings` are those of the BRH's page. */
  settingsFor(source: 'brh' | 'open_er_api'): Readonly<Record<string, string>>;
}

/** The two sources of the exchange rate: a page like the BRH's at `/taux-du-jour/`, and `/v6/latest/USD` like open.er-api.com's. */
export async function startRatesSimulator(
  options: Omit<SimulatorOptions, 'gatewayUrl'> & { readonly gatewayUrl?: string } = {},
): Promise<RatesSimulator> {
  const faults = noFaults();
  const now = options.now ?? Date.now;
  const calls: SimulatedCall[] = [];
  const app = fastify({ forceCloseConnections: true });
  await app.register(formbody);

  const respond = (reply: FastifyReply, operation: string, type: string, content: (day: string) => string) => {
    calls.push({ operation, subject: null });
    return respondUnder(() => faults.query, reply, {
      effect: () => content(dayOf(faults, now)),
      send: (text) => reply.type(type).send(text),
      own: {
        garbage: () => reply.type('application/octet-stream').send(Buffer.from([0, 255, 254, 60, 123, 0, 128])),
        endless: (start) => respondEndlessly(reply, { type, start, chunk: '\n'.repeat(16_384) }),
      },
    });
  };
  app.get('/taux-du-jour/', (_, reply) =>
    respond(reply, 'brh', 'text/html; charset=UTF-8', (day) => brhPage(faults, day)),
  );
  // As WordPress does.
  app.get('/taux-du-jour', (_, reply) => reply.redirect('/taux-du-jour/', 301));
  app.get('/v6/latest/USD', (_, reply) =>
    respond(reply, 'open_er_api', 'application/json', (day) => openErApiResponse(faults, day)),
  );

  app.get('/', (_, reply) => reply.type('text/html; charset=UTF-8').send(controlPage(faults, '')));
  app.post<{ Body: Record<string, string> }>('/', (request, reply) => {
    const wrong = changeFaults(RATES_SWITCHES, faults, changesOf(request.body ?? {}, faults));
    return reply
      .code(wrong === undefined ? 200 : 400)
      .type('text/html; charset=UTF-8')
      .send(controlPage(faults, wrong ?? 'Changed.'));
  });
  // Nothing is charged here.
  const book = () => [];
  controlRoutes(app, { switches: RATES_SWITCHES, formerNames: RATES_FORMER_NAMES, faults, book, calls });

  const url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const settingsFor: RatesSimulator['settingsFor'] = (source) => ({
    EXCHANGE_RATE_SOURCE: source,
    EXCHANGE_RATE_URL: `${url}${source === 'brh' ? '/taux-du-jour/' : '/v6/latest/USD'}`,
  });
  return {
    url,
    faults,
    settings: settingsFor('brh'),
    settingsFor,
    repair: () => void Object.assign(faults, noFaults()),
    calls,
    book,
    stop: () => app.close(),
  };
}

function dayOf(faults: RatesFaults, now: () => number): string {
  return faults.date ?? new Date(now()).toISOString().slice(0, 10);
}
