import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type FormFields, isSigned, signForm } from '../../../src/providers/lakaypay_card/form-signature.ts';
import vectors from './vectors.json' with { type: 'json' };

const namesOf = (fields: FormFields) => (fields.signed_field_names ?? '').split(',');

for (const kind of ['form', 'result'] as const) {
  test(`a ${kind} has the signature of the test vector`, () => {
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
  // Skips genuine forms that could also be read as other fields: they are refused, and the last test is about them.
  .filter(({ fields }) => !Object.values(fields).some((text) => text.includes('=') && text.includes(',')));

test('a signed form is accepted, whatever its fields contain', () => {
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

test('a form is refused if any character of its signature is changed, or if its signature is from another key or of other fields', () => {
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

test('a form is refused if a field is missing from its list of signed fields, or from the form', () => {
  const { secretKey, fields, signature } = vectors.result;
  const signed = { ...fields, signature };
  for (const name of namesOf(fields)) {
    const rest = namesOf(fields).filter((one) => one !== name);
    assert.ok(!isSigned(secretKey, { ...signed, signed_field_names: rest.join(',') }), `${name} is not listed`);
    const { [name as 'decision']: _, ...without } = signed;
    assert.ok(!isSigned(secretKey, without), `${name} is missing`);
  }
  const { signature: _, ...unsigned } = signed;
  assert.ok(!isSigned(secretKey, unsigned));
});

test('a listed name that every object has, such as constructor, does not count as a field of the form', () => {
  const fields = { decision: 'ACCEPT', signed_field_names: 'decision,constructor,signed_field_names' };
  const signature = signForm('secret', fields, fields.signed_field_names.split(','));
  assert.ok(!isSigned('secret', { ...fields, signature }));
});

test('a list of signed fields that does not list itself proves nothing, because anyone could replace it', () => {
  const fields = { decision: 'DECLINE', signed_field_names: 'decision' };
  assert.ok(!isSigned('secret', { ...fields, signature: signForm('secret', fields, ['decision']) }));
});

test('a value that looks like more fields cannot become fields of a forged form', () => {
  const secretKey = 'secret';
  const names = ['req_bill_to_forename', 'decision', 'signed_field_names'];
  const typed = `Marie,decision=ACCEPT,signed_field_names=req_bill_to_forename,decision,signed_field_names,rest,rest=x`;
  const genuine = { req_bill_to_forename: typed, decision: 'DECLINE', signed_field_names: names.join(',') };
  const signature = signForm(secretKey, genuine, names);
  // The same signed text, split at other places: the text that a customer typed would make a declined payment an accepted one.
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
