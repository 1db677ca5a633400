"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.createRefund = createRefund;
exports.readRefund = readRefund;
exports.iterateRefunds = iterateRefunds;
exports.iterateDisputes = iterateDisputes;
const errors_ts_1 = require("./errors.js");
const fields_in_json_ts_1 = require("./fields-in-json.js");
const transport_ts_1 = require("./transport.js");
async function createRefund(settings, refundId, fields, timeoutMs) {
 const params = refundParam(refundId);
 if (typeof fields !== 'object' || fields === null || typeof fields.transaction_id !== 'string') {
  throw new errors_ts_1.InvalidArgumentError('refunds.create takes a refund_id and an object: { transaction_id, amount, reason }.');
 }
 const { amount, ...others } = fields;
 const body = amount == null ? JSON.stringify(others) : (0, fields_in_json_ts_1.fieldsInJson)({ amount, ...others });
 return (0, transport_ts_1.refund)(await (0, transport_ts_1.read)(settings, 'requestRefund', { params, body, timeoutMs }));
}
async function readRefund(settings, refundId) {
 return (0, transport_ts_1.refund)(await (0, transport_ts_1.read)(settings, 'readRefund', { params: refundParam(refundId) }));
}
async function* iterateRefunds(settings, filters) {
 if (filters.cursor !== undefined)
  throw new errors_ts_1.InvalidArgumentError('refunds.iterate reads all pages: remove `cursor`.');
 let cursor = '';
 while (cursor !== null) {
  const page = await (0, transport_ts_1.readPage)(settings, 'listRefunds', { per_page: 100, ...filters, cursor });
  yield* page.data;
  cursor = page.next_cursor;
 }
}
async function* iterateDisputes(settings, filters) {
 if (filters.cursor !== undefined)
  throw new errors_ts_1.InvalidArgumentError('disputes.iterate reads all pages: remove `cursor`.');
 let cursor = '';
 while (cursor !== null) {
  const page = await (0, transport_ts_1.readPage)(settings, 'listDisputes', { per_page: 100, ...filters, cursor });
  yield* page.data;
  cursor = page.next_cursor;
 }
}
function refundParam(id) {
 if (typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id))
  return { refund_id: id };
 throw new errors_ts_1.InvalidArgumentError('A refund_id is your own name for the refund, such as order-1042-refund: 1 to 64 letters, digits, - and _. Use the same name when you repeat a request.');
}
