import { createPayment, findByReference } from './create-payment.js';
import { InvalidArgumentError } from './errors.js';
import { readOptions } from './settings.js';
import { read, send } from './transport.js';
export class PageList {
 #readFirst;
 #readAll;
 constructor(readFirst, readAll) {
  this.#readFirst = readFirst;
  this.#readAll = readAll;
 }
 then(onPage, onError) {
  return this.#readFirst().then(onPage, onError);
 }
 pages() {
  return this.#readAll();
 }
 async *[Symbol.asyncIterator]() {
  for await (const page of this.pages())
   yield* page.data;
 }
}
export class Peye {
 payments;
 events;
 exchangeRate;
 testHelpers;
 health;
 constructor(options) {
  const settings = readOptions(options);
  this.payments = {
   create: async (fields, options) => createPayment(settings, fields, options?.timeoutMs),
   retrieve: async (id) => (await read(settings, 'readPayment', { params: idParam(id) })).json.data,
   findByReference: async (reference) => findByReference(settings, reference),
   list: (filters = {}) => {
    const readPage = async (query) => (await read(settings, 'listPayments', { query: { ...query } })).json;
    return new PageList(() => readPage(filters), async function* () {
     if (filters.page !== undefined) {
      throw new InvalidArgumentError('`for await` reads all pages: leave `page` out, or await the list.');
     }
     let cursor = filters.cursor ?? '';
     while (typeof cursor === 'string') {
      const page = await readPage({ ...filters, cursor });
      yield page;
      cursor = page.next_cursor;
     }
    });
   },
   verify: async (id) => (await read(settings, 'verifyPayment', { params: idParam(id) })).json.data,
  };
  this.events = {
   list: (query = {}) => {
    const readPage = async (part) => (await read(settings, 'listEvents', { query: { ...part } })).json;
    return new PageList(() => readPage(query), async function* () {
     let page = await readPage(query);
     yield page;
     while (page.has_more && page.next_cursor) {
      page = await readPage({ ...query, after: page.next_cursor });
      yield page;
     }
    });
   },
  };
  this.exchangeRate = {
   retrieve: async (query = {}) => (await read(settings, 'readExchangeRate', { query })).json.data,
  };
  this.testHelpers = {
   complete: async (id) => (await send(settings, 'completeTestPayment', { params: idParam(id) })).json.data,
   fail: async (id, options = {}) => (await send(settings, 'failTestPayment', { params: idParam(id), body: JSON.stringify(options) })).json.data,
  };
  this.health = async () => (await read(settings, 'readHealth')).json;
 }
}
function idParam(id) {
 if (typeof id === 'string' && /^\d+$/.test(id))
  return { transaction_id: id };
 throw new InvalidArgumentError(`A transaction_id is a text of digits, and this is ${typeof id === 'string' ? JSON.stringify(id) : typeof id}.`);
}
