import { html } from 'ghtml';

/** A simulator's start page: its purpose, the test values for its pages, and the address of its switches. */
export function homePage(name: string, { types, also }: { types: string; also: readonly string[] }): string {
  const addresses = ['/_simulator/faults', '/_simulator/book', '/_simulator/calls', ...also];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} – Simulator: no real money</title>
<link rel="icon" href="data:,">
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:1rem;color:#222}
.note{padding:.5rem;background:#fff4cf;color:#4d3b00}li{padding:.5rem 0}</style>
</head>
<body>
<p class="note">Simulator: no real money</p>
<main>
<h1>${name}</h1>
<p>Customers come here from a payment. ${types}</p>
<p>What goes wrong is switched by POST of JSON to the first of these; GET shows the switches as they are:</p>
<ul>
!${addresses.map((address) => html`<li><a href="${address}">${address}</a></li>`)}
</ul>
</main>
</body>
</html>
`;
}
