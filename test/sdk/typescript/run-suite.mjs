// Runs the suite in Node, Deno and Bun: the settings are the last argument, the outcome is one line of JSON.
import { argv } from 'node:process';
import { runSuite } from './suite.mjs';

console.log(JSON.stringify(await runSuite(JSON.parse(argv.at(-1)))));
