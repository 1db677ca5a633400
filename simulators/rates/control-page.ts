import { html } from 'ghtml';
import { CALL_FAULTS } from '../fault-words.ts';
import { ACCENTS, type RatesFaults } from './rates-faults.ts';

/** A page for people: what is published, and the switches. */
export function controlPage(faults: RatesFaults, message: string): string {
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Exchange rates – Simulator: no real money</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 0 auto; padding: 1rem }
.note { background: #fff3cd; padding: .5rem 1rem } label { display: block; margin: .75rem 0 }
input:not([type=checkbox]), select { display: block; width: 100%; font: inherit; padding: .4rem; box-sizing: border-box }
button { font: inherit; padding: .6rem 1.5rem }
</style></head><body>
<h1>Exchange rates</h1>
<p class="note"><strong>Simulator: no real money.</strong></p>
<p>It responds like <a href="/taux-du-jour/">the BRH's page</a> and like <a href="/v6/latest/USD">open.er-api.com</a>.</p>
<p role="status">${message}</p>
<form method="post" action="/">
!${Object.entries(faults).map(([name, value]) => field(name as keyof RatesFaults, value))}
<button>Change</button>
</form></body></html>
`;
}

function field(name: keyof RatesFaults, value: string | boolean | null): string {
  if (typeof value === 'boolean') {
    const box = html`type="checkbox" name="${name}" value="true"`;
    return html`<label><input !${box} ${value ? 'checked' : ''}> ${name}</label>`;
  }
  if (name === 'accents' || name === 'query') {
    const words: readonly string[] = name === 'accents' ? ACCENTS : CALL_FAULTS;
    const options = words.map((each) => html`<option ${each === value ? 'selected' : ''}>${each}</option>`);
    return html`<label>${name}<select name="${name}">!${options}</select></label>`;
  }
  return html`<label>${name}${name === 'date' ? ' (YYYY-MM-DD; empty is today)' : ''}<input name="${name}" value="${value ?? ''}"></label>`;
}

/** The changes that a submitted form requests: a browser does not send a box that is not checked. */
export function changesOf(form: Record<string, string>, faults: RatesFaults): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(faults).map(([name, value]) => {
      if (typeof value === 'boolean') return [name, form[name] === 'true'];
      return [name, name === 'date' ? form.date || null : (form[name] ?? value)];
    }),
  );
}
