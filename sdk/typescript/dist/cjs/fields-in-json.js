"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.fieldsInJson = fieldsInJson;
const amounts_ts_1 = require("./amounts.js");
function fieldsInJson({ amount, ...others }) {
 (0, amounts_ts_1.toMinor)(amount);
 const digits = String(amount).replace(/^0+(?=\d)/, '');
 return JSON.stringify(others).replace('{', Object.keys(others).length > 0 ? `{"amount":${digits},` : `{"amount":${digits}`);
}
