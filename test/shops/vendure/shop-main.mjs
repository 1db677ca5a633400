// A Vendure shop with the plugin, in its own process: boots on SQLite in memory, and says `{ ready: true }`. prepare-vendure.ts
// puts this file where the packages are.

import { CheckPaymentService, PeyePlugin, RefundService } from '@peye/vendure-plugin';
import { bootstrap, DefaultJobQueuePlugin } from '@vendure/core';

const app = await bootstrap({
  apiOptions: {
    port: Number(process.env.PORT),
    hostname: '127.0.0.1',
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
  },
  authOptions: { tokenMethod: ['bearer'], superadminCredentials: { identifier: 'superadmin', password: 'superadmin' } },
  dbConnectionOptions: process.env.DATABASE
    ? { type: 'postgres', url: process.env.DATABASE, synchronize: true }
    : { type: 'sqljs', synchronize: true, autoSave: false, location: '' },
  paymentOptions: { paymentMethodHandlers: [] },
  plugins: [DefaultJobQueuePlugin.init({}), PeyePlugin],
});

// The task of the shop's scheduler runs when a test requests it.
process.on('message', async (message) => {
  if (message !== 'check all') return;
  const paid = await app.get(CheckPaymentService).checkAll();
  process.send({ paid, refunded: await app.get(RefundService).checkAll() });
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
