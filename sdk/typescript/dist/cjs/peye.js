"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Peye = void 0;
const create_payment_ts_1 = require("./create-payment.js");
const errors_ts_1 = require("./errors.js");
const refunds_ts_1 = require("./refunds.js");
const sessions_ts_1 = require("./sessions.js");
const settings_ts_1 = require("./settings.js");
const transport_ts_1 = require("./transport.js");
class Peye {
 payments;
 refunds;
 disputes;
 events;
 exchangeRate;
 checkout;
 testHelpers;
 health;
 constructor(options) {
  const settings = (0, settings_ts_1.readOptions)(options);
  this.payments = {
   create: async (fields, options) => (0, create_payment_ts_1.createPayment)(settings, fields, options?.timeoutMs),
   retrieve: async (id) => (0, transport_ts_1.payment)(await (0, transport_ts_1.read)(settings, 'readPayment', { params: idParam(id) })),
   findByReference: async (reference) => (0, create_payment_ts_1.findByReference)(settings, reference),
   list: async (filters = {}) => (await (0, transport_ts_1.read)(settings, 'listPayments', { query: { ...filters } })).json,
   iterate: async function* (filters = {}) {
    if (filters.page !== undefined || filters.cursor !== undefined) {
     throw new errors_ts_1.InvalidArgumentError('payments.iterate reads all pages: remove `page` and `cursor`.');
    }
    let cursor = '';
    while (typeof cursor === 'string') {
     const page = await (0, transport_ts_1.readPage)(settings, 'listPayments', { per_page: 100, ...filters, cursor });
     yield* page.data;
     cursor = page.next_cursor;
    }
   },
   verify: async (id) => (await (0, transport_ts_1.read)(settings, 'verifyPayment', { params: idParam(id) })).json.data,
  };
  this.refunds = {
   create: async (refundId, fields, options) => (0, refunds_ts_1.createRefund)(settings, refundId, fields, options?.timeoutMs),
   retrieve: async (refundId) => (0, refunds_ts_1.readRefund)(settings, refundId),
   list: async (filters = {}) => (await (0, transport_ts_1.read)(settings, 'listRefunds', { query: { ...filters } })).json,
   iterate: (filters = {}) => (0, refunds_ts_1.iterateRefunds)(settings, filters),
  };
  this.disputes = {
   list: async (filters = {}) => (await (0, transport_ts_1.read)(settings, 'listDisputes', { query: { ...filters } })).json,
   iterate: (filters = {}) => (0, refunds_ts_1.iterateDisputes)(settings, filters),
  };
  this.events = {
   list: async (query = {}) => (await (0, transport_ts_1.read)(settings, 'listEvents', { query: { ...query } })).json,
   iterate: async function* (query = {}) {
    let page = await (0, transport_ts_1.readPage)(settings, 'listEvents', { limit: 100, ...query });
    yield* page.data;
    while (page.has_more && page.next_cursor) {
     page = await (0, transport_ts_1.readPage)(settings, 'listEvents', { limit: 100, ...query, after: page.next_cursor });
     yield* page.data;
    }
   },
  };
  this.exchangeRate = {
   retrieve: async (query = {}) => (await (0, transport_ts_1.read)(settings, 'readExchangeRate', { query })).json.data,
  };
  this.checkout = {
   website: async () => (await (0, transport_ts_1.read)(settings, 'readWebsite')).json.data,
   sessions: {
    create: async (fields, options) => (0, sessions_ts_1.createSession)(settings, fields, options?.timeoutMs),
    retrieve: async (sessionId) => (0, sessions_ts_1.readSession)(settings, sessionId),
    cancel: async (sessionId) => (0, sessions_ts_1.cancelSession)(settings, sessionId),
   },
  };
  this.testHelpers = {
   complete: async (id) => (0, transport_ts_1.payment)(await (0, transport_ts_1.send)(settings, 'completeTestPayment', { params: idParam(id) })),
   fail: async (id, options = {}) => (0, transport_ts_1.payment)(await (0, transport_ts_1.send)(settings, 'failTestPayment', { params: idParam(id), body: JSON.stringify(options) })),
  };
  this.health = async () => (await (0, transport_ts_1.read)(settings, 'readHealth')).json;
 }
}
exports.Peye = Peye;
function idParam(id) {
 if (typeof id === 'string' && /^\d+$/.test(id))
  return { transaction_id: id };
 throw new errors_ts_1.InvalidArgumentError(`A transaction_id is a string of digits, but this is ${typeof id === 'string' ? JSON.stringify(id) : typeof id}.`);
}
