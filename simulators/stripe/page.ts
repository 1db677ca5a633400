import { html } from 'ghtml';

const STYLE = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 44rem; padding: 16px; font: 16px/1.45 system-ui, sans-serif; }
.note { padding: 8px 12px; border-radius: 8px; background: #fff4cf; color: #4d3b00; font-weight: 600; }
section { border: 1px solid #8b909c; border-radius: 12px; padding: 12px 16px; margin: 16px 0; }
button, select { min-height: 44px; margin: 8px 8px 0 0; padding: 8px 16px; font: inherit; }
code, pre { overflow-wrap: anywhere; white-space: pre-wrap; }
select { max-width: 100%; }
`;

/** A page for people. */
export function page(title: string, content: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>!${STYLE}</style>
</head>
<body>
<p class="note">Simulator: no real money</p>
<main>
<h1>${title}</h1>
!${content}
</main>
</body>
</html>
`;
}
