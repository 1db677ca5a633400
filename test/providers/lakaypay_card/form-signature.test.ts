import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type FormFields, isSigned, signForm } from '../../../src/providers/lakaypay_card/form-signature.ts';
import vectors from './vectors.json' with { type: 'json' };

const namesOf = (fields: FormFields) => (fields.signed_field_names ?? '').split(',');

for (const kind of ['form', 'result'] as const) {
  test(`a ${kind} has the signature that was computed elsewhere`, () => {
    const { secretKey, fields, signature } = vectors[kind];
    assert.equal(signForm(secretKey, fields, namesOf(fields)), signature);
    assert.ok(isSigned(secretKey, { ...fields, signature }));
  });
}

const fieldName = fc
  .stringMatching(/^[a-z_]{1,12}$/)
  .filter((name) => !['signature', 'signed_field_names'].includes(name));
const value = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => text.isWellFormed());
const form = fc
  .tuple(fc.string({ minLength: 1, maxLength: 40 }), fc.dictionary(fieldName, value, { minKeys: 1, maxKeys: 8 }))
  .map(([secretKey, some]) => {
    const names = [...Object.keys(some), 'signed_field_names'];
    const fields: Record<string, string> = { ...some, signed_field_names: names.join(',') };
    return { secretKey, names, fields: { ...fields, signature: signForm(secretKey, fields, names) } };
  })
  // What reads like two forms is refused even when it is genuine: not the promise of this file's properties.
  .filter(({ fields }) => !Object.values(fields).some((text) => text.includes('=') && text.includes(',')));

test('a form that was signed is accepted, whatever is in it', () => {
  fc.assert(fc.property(form, ({ secretKey, fields }) => isSigned(secretKey, fields)));
});

test('a form with any character of any signed field changed, added or removed is refused', () => {
  fc.assert(
    fc.property(form, fc.nat(), fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (signed, which, at, character) => {
      const { secretKey, names, fields } = signed;
      const name = names[which % names.length] ?? '';
      const text = (fields as FormFields)[name] ?? '';
      const place = at % (text.length + 1);
      const changes = [
        text.slice(0, place) + character + text.slice(place),
        text.slice(0, place) + text.slice(place + 1),
        text.slice(0, place) + character + text.slice(place + 1),
      ];
      for (const changed of changes) {
        if (changed !== text) assert.ok(!isSigned(secretKey, { ...fields, [name]: changed }), `${name}: ${changed}`);
      }
    }),
  );
});

test('a signature with any character changed, under another key, or of other fields is refused', () => {
  fc.assert(
    fc.property(
      form,
      form,
      fc.nat(),
      fc.constantFrom(...'ABCxyz019+/= '),
      ({ secretKey, fields }, other, at, character) => {
        const place = at % fields.signature.length;
        const changed = fields.signature.slice(0, place) + character + fields.signature.slice(place + 1);
        if (changed !== fields.signature) assert.ok(!isSigned(secretKey, { ...fields, signature: changed }));
        assert.ok(!isSigned(`${secretKey}x`, fields));
        if (other.fields.signature !== fields.signature) {
          assert.ok(!isSigned(secretKey, { ...fields, signature: other.fields.signature }));
        }
      },
    ),
  );
});

test('a field that is dropped from the list, or from the form, makes it worthless', () => {
  const { secretKey, fields, signature } = vectors.result;
  const signed = { ...fields, signature };
  for (const name of namesOf(fields)) {
    const rest = namesOf(fields).filter((one) => one !== name);
    assert.ok(!isSigned(secretKey, { ...signed, signed_field_names: rest.join(',') }), `${name} is not listed`);
    const { [name as 'decision']: _, ...without } = signed;
    assert.ok(!isSigned(secretKey, without), `${name} is not there`);
  }
  const { signature: _, ...unsigned } = signed;
  assert.ok(!isSigned(secretKey, unsigned));
});

test('names that every object has are no fields of a form', () => {
  const fields = { decision: 'ACCEPT', signed_field_names: 'decision,constructor,signed_field_names' };
  const signature = signForm('secret', fields, fields.signed_field_names.split(','));
  assert.ok(!isSigned('secret', { ...fields, signature }));
});

test('a list that does not name itself proves nothing, because it could be any list', () => {
  const fields = { decision: 'DECLINE', signed_field_names: 'decision' };
  assert.ok(!isSigned('secret', { ...fields, signature: signForm('secret', fields, ['decision']) }));
});

test('a value that reads like more fields cannot be cut out of a genuine form', () => {
  const secretKey = 'secret';
  const names = ['req_bill_to_forename', 'decision', 'signed_field_names'];
  const typed = `Marie,decision=ACCEPT,signed_field_names=req_bill_to_forename,decision,signed_field_names,rest,rest=x`;
  const genuine = { req_bill_to_forename: typed, decision: 'DECLINE', signed_field_names: names.join(',') };
  const signature = signForm(secretKey, genuine, names);
  // The same signed text, cut at other places: a payment accepted by what its customer has typed.
  const text = names.map((name) => `${name}=${(genuine as FormFields)[name]}`).join(',');
  const cut = {
    req_bill_to_forename: 'Marie',
    decision: 'ACCEPT',
    signed_field_names: 'req_bill_to_forename,decision,signed_field_names,rest',
    rest: text.slice(text.indexOf(',rest=') + ',rest='.length),
  };
  assert.equal(signForm(secretKey, cut, cut.signed_field_names.split(',')), signature);
  assert.ok(!isSigned(secretKey, { ...cut, signature }));
  assert.ok(!isSigned(secretKey, { ...genuine, signature }));
});
