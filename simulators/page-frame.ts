import { html } from 'ghtml';

/** A complete page of a simulated provider, designed for phones first. Its top and its title state that it is only a simulation. */
export function pageFrame({
  title,
  brand,
  style,
  content,
}: {
  title: string;
  brand: string;
  style: string;
  /** HTML. */
  content: string;
}): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Simulator: no real money</title>
<link rel="icon" href="data:,">
<style>!${style}</style>
</head>
<body>
<header>${brand} – Simulator: no real money</header>
<main>
!${content}
</main>
</body>
</html>
`;
}
