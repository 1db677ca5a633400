"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.createSession = createSession;
exports.readSession = readSession;
exports.cancelSession = cancelSession;
const errors_ts_1 = require("./errors.js");
const fields_in_json_ts_1 = require("./fields-in-json.js");
const transport_ts_1 = require("./transport.js");
async function createSession(settings, fields, timeoutMs) {
 return session(await (0, transport_ts_1.read)(settings, 'createCheckoutSession', { body: (0, fields_in_json_ts_1.fieldsInJson)(fields), timeoutMs }));
}
async function readSession(settings, sessionId) {
 return session(await (0, transport_ts_1.read)(settings, 'readCheckoutSession', { params: sessionParam(sessionId) }));
}
async function cancelSession(settings, sessionId) {
 return session(await (0, transport_ts_1.read)(settings, 'cancelCheckoutSession', { params: sessionParam(sessionId) }));
}
function session({ json, status, requestId }) {
 if (typeof json.data?.session_id === 'string')
  return json.data;
 throw new errors_ts_1.UnexpectedResponseError(`The response (${status}) contains no session.`, { status, requestId });
}
function sessionParam(id) {
 if (typeof id === 'string' && /^[A-Za-z0-9_]{1,64}$/.test(id))
  return { session_id: id };
 throw new errors_ts_1.InvalidArgumentError('A session_id is the text that starts with cos_ in the response to sessions.create.');
}
