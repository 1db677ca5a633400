// A shop that is paid through Peye. Node 20 or newer, no dependencies. README.md says how to start it.
import { createServer } from 'node:http';
import { createShop } from './create-shop.mjs';
import { openOrders } from './orders.mjs';

const { PEYE_KEY, PEYE_WEBHOOK_SECRET } = process.env;
if (!PEYE_KEY || !PEYE_WEBHOOK_SECRET) throw new Error('Set PEYE_KEY (tk_test_…) and PEYE_WEBHOOK_SECRET (whsec_…).');
const PORT = Number(process.env.PORT ?? 4000);

const shop = createShop({
  peye: { url: process.env.PEYE_URL ?? 'http://127.0.0.1:8080/api/gateway/v1', key: PEYE_KEY },
  webhookSecret: PEYE_WEBHOOK_SECRET,
  orders: openOrders(process.env.ORDERS_FILE ?? 'orders.json'),
  // Names are what customers typed: as JSON they cannot forge a log line.
  deliver: (order) =>
    console.log(`send ${JSON.stringify(order.description)} to ${JSON.stringify(order.name)} (${order.id})`),
  complain: (text) => console.error(text),
  ...(PEYE_KEY.startsWith('tk_test_') && { note: (texts) => texts.demo }),
});

const server = createServer((request, response) => void shop(request, response));
server.on('error', (error) => {
  console.error(error.code === 'EADDRINUSE' ? `port ${PORT} is in use: set PORT to another one` : error.message);
  process.exitCode = 1;
});
server.listen(PORT, '127.0.0.1', () => console.log(`the shop is open: http://127.0.0.1:${PORT}`));
