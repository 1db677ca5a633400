import { readFileSync } from 'node:fs';
import { html } from 'ghtml';

const SCRIPT = readFileSync(new URL('./card-frame.js', import.meta.url), 'utf8');
const STYLE = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; display: flex; flex-wrap: wrap; gap: 8px; font: 16px/1.2 system-ui, sans-serif; }
input { flex: 1 1 30%; min-width: 0; min-height: 48px; padding: 8px 12px; font: inherit; color: inherit; background: transparent; border: 1px solid #8b909c; border-radius: 8px; }
input[name=cardnumber] { flex-basis: 100%; }
p { margin: 0; font-size: 14px; line-height: 1.35; }
`;

/** The card's fields, in their own frame. */
export function cardFramePage(): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Secure card payment input frame</title>
<link rel="icon" href="data:,">
<style>!${STYLE}</style>
</head>
<body>
<input name="cardnumber" aria-label="Credit or debit card number" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234">
<input name="exp-date" aria-label="Credit or debit card expiration date" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY">
<input name="cvc" aria-label="Credit or debit card CVC/CVV" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC">
<p>Simulator: no real money.<br>4242 4242 4242 4242 pays<br>4000 0000 0000 0002 is declined<br>4000 0027 6000 3184 asks the bank</p>
<script>!${SCRIPT}</script>
</body>
</html>
`;
}
