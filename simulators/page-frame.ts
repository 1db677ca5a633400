import { html } from 'ghtml';

/** A whole page of a simulated provider, for phones first, which says at the top and in its title that it is none. */
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
