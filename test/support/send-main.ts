/** Sends one webhook to a URL, in a process whose environment a test chooses. Prints the result as JSON. */
import { readFileSync } from 'node:fs';
import { webhookSender } from '../../src/features/webhooks/send.ts';

const sender = webhookSender({ isAllowed: () => true, ca: readFileSync(process.env.CA_FILE ?? '', 'utf8') });
const result = await sender.send(process.argv[2] ?? '', { 'content-type': 'application/json' }, '{}');
process.stdout.write(JSON.stringify(result));
await sender.close();
