import { describe, it } from 'node:test';
import { selfSigned } from '../../../simulators/merchant/certificate.ts';
import { startTlsProxy } from '../../support/tls-proxy.ts';
import { PHP } from '../support/languages.ts';
import { runChecks } from '../support/run-program.ts';

// PHP on Windows often has no file of authorities, and then trusts no certificate at all.
describe('the PHP SDK, at a server whose certificate PHP does not trust', { skip: PHP.skip }, () => {
  for (const { name, env } of PHP.forms) {
    it(`says that nothing was sent, and which setting of PHP names the authorities, ${name}`, async () => {
      const proxy = await startTlsProxy(selfSigned('127.0.0.1'), 9);
      try {
        const key = `tk_test_${'a'.repeat(32)}`;
        await runChecks(PHP.command('certificate'), { ...env, PEYE_URL: proxy.url, PEYE_KEY: key }, 2);
      } finally {
        await proxy.close();
      }
    });
  }
});
