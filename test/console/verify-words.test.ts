import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { consolePerson } from '../support/console.ts';
import { type DrivenGateway, startDrivenGateway } from '../support/drivers/driven-gateway.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest } from '../support/gateway.ts';

// Regression: in all three cases, the page reported that the provider gave no response.
onOneEngineByDay("the console's notice about a provider that gives no outcome", (engine) => {
  let driven: DrivenGateway<'natcash'>;
  before(async () => {
    driven = await startDrivenGateway(engine, 'natcash', { settings: { ROLES: 'api,console' } });
  });
  after(() => driven?.stop());

  for (const [name, faults, done, texts] of [
    [
      'that does not respond',
      { query: 'drop' },
      'unanswered',
      ['The provider did not respond.', 'Le prestataire de paiement n’a pas répondu.', 'Founisè peman an pa reponn.'],
    ],
    [
      'that rejects the credentials',
      { status: 3 },
      'rejected',
      [
        'The provider rejected the gateway’s credentials.',
        'Le prestataire de paiement a refusé les codes d’accès de Peye.',
        'Founisè peman an refize idantifyan pasrèl la.',
      ],
    ],
    [
      'whose response is no use',
      { query: 'error_500' },
      'unusable',
      [
        'The provider sent no usable response.',
        'Le prestataire de paiement n’a pas envoyé de réponse utilisable.',
        'Founisè peman an pa voye yon repons ki bon.',
      ],
    ],
  ] as const) {
    it(`${name}: is reported in each language`, async () => {
      const { gateway, api, driver } = driven;
      const { transaction_id: id } = (await api.post('/payments', paymentRequest({ payment_method: 'natcash' }))).json;
      const support = await consolePerson(gateway, 'support');
      const partner: { password: string } = driver.simulator.partner;
      const { password } = partner;
      if ('query' in faults) driver.simulator.faults.query = faults.query;
      else partner.password = 'changed';
      try {
        const { location } = await support.submit(`/payments/${id}`, '/verify');
        assert.equal(location, `/payments/${id}?done=${done}`);
      } finally {
        driver.simulator.repair();
        partner.password = password;
      }
      for (const [index, language] of (['en', 'fr', 'ht'] as const).entries()) {
        const reader = await consolePerson(gateway, 'support', { language });
        const { text } = await reader.get(`/payments/${id}?done=${done}`);
        assert.ok(text.includes(texts[index] ?? ''), `${language}: ${/<p>[^<]*<\/p>/.exec(text)?.[0]}`);
      }
    });
  }
});
