import { createPayment, findByReference } from './create-payment.js';
import { InvalidArgumentError } from './errors.js';
import { createRefund, iterateDisputes, iterateRefunds, readRefund } from './refunds.js';
import { cancelSession, createSession, readSession } from './sessions.js';
import { readOptions } from './settings.js';
import { payment, read, readPage, send } from './transport.js';

export class Peye {
           payments

   ;
           refunds

   ;
           disputes

   ;
           events

   ;
           exchangeRate

   ;
           checkout

   ;
           testHelpers

   ;
           health                       ;

  constructor(options             ) {
    const settings = readOptions(options);

    this.payments = {
      create: async (fields, options) => createPayment(settings, fields, options?.timeoutMs),
      retrieve: async (id) => payment(await read(settings, 'readPayment', { params: idParam(id) })),
      findByReference: async (reference) => findByReference(settings, reference),
      list: async (filters = {}) => (await read(settings, 'listPayments', { query: { ...filters } })).json,
      iterate: async function* (filters              = {}) {
        if (filters.page !== undefined || filters.cursor !== undefined) {
          throw new InvalidArgumentError('payments.iterate reads all pages: remove `page` and `cursor`.');
        }
        let cursor                            = '';
        while (typeof cursor === 'string') {
          const page              = await readPage(settings, 'listPayments', { per_page: 100, ...filters, cursor });
          yield* page.data;
          cursor = page.next_cursor;
        }
      },
      verify: async (id) => (await read(settings, 'verifyPayment', { params: idParam(id) })).json.data,
    };

    this.refunds = {
      create: async (refundId, fields, options) => createRefund(settings, refundId, fields, options?.timeoutMs),
      retrieve: async (refundId) => readRefund(settings, refundId),
      list: async (filters = {}) => (await read(settings, 'listRefunds', { query: { ...filters } })).json,
      iterate: (filters = {}) => iterateRefunds(settings, filters),
    };

    this.disputes = {
      list: async (filters = {}) => (await read(settings, 'listDisputes', { query: { ...filters } })).json,
      iterate: (filters = {}) => iterateDisputes(settings, filters),
    };

    this.events = {
      list: async (query = {}) => (await read(settings, 'listEvents', { query: { ...query } })).json,
      iterate: async function* (query = {}) {
        let page            = await readPage(settings, 'listEvents', { limit: 100, ...query });
        yield* page.data;
        while (page.has_more && page.next_cursor) {
          page = await readPage(settings, 'listEvents', { limit: 100, ...query, after: page.next_cursor });
          yield* page.data;
        }
      },
    };

    this.exchangeRate = {
      retrieve: async (query = {}) => (await read(settings, 'readExchangeRate', { query })).json.data,
    };

    this.checkout = {
      website: async () => (await read(settings, 'readWebsite')).json.data,
      sessions: {
        create: async (fields, options) => createSession(settings, fields, options?.timeoutMs),
        retrieve: async (sessionId) => readSession(settings, sessionId),
        cancel: async (sessionId) => cancelSession(settings, sessionId),
      },
    };

    this.testHelpers = {
      complete: async (id) => payment(await send(settings, 'completeTestPayment', { params: idParam(id) })),
      fail: async (id, options = {}) =>
        payment(await send(settings, 'failTestPayment', { params: idParam(id), body: JSON.stringify(options) })),
    };

    this.health = async () => (await read(settings, 'readHealth')).json;
  }
}

function idParam(id         )                             {
  if (typeof id === 'string' && /^\d+$/.test(id)) return { transaction_id: id };
  throw new InvalidArgumentError(
    `A transaction_id is a string of digits, but this is ${typeof id === 'string' ? JSON.stringify(id) : typeof id}.`,
  );
}
