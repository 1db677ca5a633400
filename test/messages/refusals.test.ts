import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Refusal, refusal, refusalText } from '../../src/platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../src/platform/operator-error.ts';

describe('a refusal', () => {
  it('is English as the message of an error, and is rendered completely in the language of a page', () => {
    const reason = refusal('urlNotHttps');
    const error = new OperatorError('invalid', 'callback_url', refusal('callbackUrlRefused', { reason }));
    assert.equal(error.message, 'The callback URL was refused: it must start with https://.');
    assert.equal(
      refusalText(error.refusal, 'fr'),
      'L’URL de rappel a été refusée\u00a0: elle doit commencer par https://.',
    );
    assert.equal(refusalText(error.refusal, 'ht'), 'Nou pa aksepte URL rapèl la: li dwe kòmanse ak https://.');
  });

  it('names roles as pages call them', () => {
    const viewer = refusal('roleNeedsWebsite', { role: { role: 'merchant_viewer' } });
    assert.equal(refusalText(viewer, 'en'), 'Choose at least one website for the role Merchant: viewer.');
    assert.equal(refusalText(viewer, 'ht'), 'Chwazi omwen yon sit pou wòl “Machann: gade sèlman”.');
  });

  it('joins lists by commas, and lists of refusals by semicolons', () => {
    const needs = (method: string, settings: string[]): Refusal => refusal('providerNeeds', { method, settings });
    const settings = [needs('moncash', ['A', 'B']), needs('natcash', ['C'])];
    const list = refusal('providersNotSet', { settings });
    assert.match(refusalText(list, 'en'), /: moncash needs A, B; natcash needs C\. /);
    assert.match(refusalText(list, 'fr'), /: moncash demande A, B\u202f; natcash demande C\. /);
  });

  it('formats numbers, and names states, in the language of the page', () => {
    const large = refusal('pictureTooLarge', { bytes: 10_001, most: 10_000 });
    assert.match(refusalText(large, 'en'), /10,001 bytes \(maximum 10,000\)/);
    assert.match(refusalText(large, 'fr'), /10\u202f001 octets/);
    assert.match(refusalText(refusal('paymentFinal', { id: '1', status: 'failed' }), 'fr'), /«\u00a0Échoué\u00a0»/);
  });

  it('accepts exactly the values of its English message', () => {
    // @ts-expect-error no value
    refusal('linkNotFound');
    // @ts-expect-error another value
    refusal('linkNotFound', { code: '1' });
    // @ts-expect-error a value of a sentence that has none
    refusal('urlNotHttps', { id: '1' });
    // @ts-expect-error no such sentence
    refusal('linkNotThere', { id: '1' });
    // @ts-expect-error a formatted number
    refusal('pictureTooLarge', { bytes: '1', most: 2 });
  });
});
