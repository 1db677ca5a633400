"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.LOG = void 0;
/** The source that the plugin's log lines name. */
exports.LOG = 'PeyePlugin';
