import { Readable } from 'node:stream';
import formbody from '@fastify/formbody';
import fastify, { type FastifyReply } from 'fastify';
import type { Simulator, SimulatorOptions } from '../simulator.ts';
import { brhPage } from './brh-page.ts';
import { changesOf, controlPage } from './control-page.ts';
import { openErApiAnswer } from './open-er-api.ts';
import { changeFaults, noFaults, type RatesFaults } from './rates-faults.ts';

export interface RatesSimulator extends Simulator {
  readonly faults: RatesFaults;
  /** The settings that lead a gateway to one of the two sources; `settings` are those of the BRH's page. */
  settingsFor(source: 'brh' | 'open_er_api'): Readonly<Record<string, string>>;
  /** How often a source has been asked. */
  requests(): number;
}

/** The two sources of the exchange rate: a page like the BRH's at `/taux-du-jour/`, and `/v6/latest/USD` like open.er-api.com's. */
export async function startRatesSimulator(
  options: Omit<SimulatorOptions, 'gatewayUrl'> & { readonly gatewayUrl?: string } = {},
): Promise<RatesSimulator> {
  const faults = noFaults();
  const now = options.now ?? Date.now;
  let requests = 0;
  const app = fastify({ forceCloseConnections: true });
  await app.register(formbody);

  const answer = (reply: FastifyReply, type: string, content: (day: string) => string) => {
    requests++;
    if (faults.hang) return reply.hijack();
    if (faults.error500) return reply.code(500).type('text/html').send('<h1>Internal Server Error</h1>');
    if (faults.endless) return reply.type(type).send(endless(content(dayOf(faults, now))));
    if (faults.garbage) return reply.type('application/octet-stream').send(Buffer.from([0, 255, 254, 60, 123, 0, 128]));
    return reply.type(type).send(content(dayOf(faults, now)));
  };
  app.get('/taux-du-jour/', (_, reply) => answer(reply, 'text/html; charset=UTF-8', (day) => brhPage(faults, day)));
  // As WordPress does.
  app.get('/taux-du-jour', (_, reply) => reply.redirect('/taux-du-jour/', 301));
  app.get('/v6/latest/USD', (_, reply) => answer(reply, 'application/json', (day) => openErApiAnswer(faults, day)));

  app.get('/', (_, reply) => reply.type('text/html; charset=UTF-8').send(controlPage(faults, '')));
  app.post<{ Body: Record<string, string> }>('/', (request, reply) => {
    const wrong = changeFaults(faults, changesOf(request.body ?? {}, faults));
    return reply
      .code(wrong === undefined ? 200 : 400)
      .type('text/html; charset=UTF-8')
      .send(controlPage(faults, wrong ?? 'Changed.'));
  });
  app.get('/_simulator/faults', () => faults);
  app.post('/_simulator/faults', (request, reply) => {
    const wrong = changeFaults(faults, request.body);
    return wrong === undefined ? reply.send(faults) : reply.code(400).send({ error: wrong });
  });
  app.get('/_simulator/book', () => []);
  app.get('/_simulator/requests', () => ({ requests }));

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
    requests: () => requests,
    // Nobody is charged here.
    book: () => [],
    stop: () => app.close(),
  };
}

function dayOf(faults: RatesFaults, now: () => number): string {
  return faults.date ?? new Date(now()).toISOString().slice(0, 10);
}

/** Begins like an answer, and goes on for as long as somebody listens. */
function endless(start: string): Readable {
  const more = Buffer.alloc(16 * 1024, '\n');
  let isFirst = true;
  return new Readable({
    read() {
      this.push(isFirst ? start : more);
      isFirst = false;
    },
  });
}
