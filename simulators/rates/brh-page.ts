import type { RatesFaults } from './rates-faults.ts';

const MONTHS = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
];
const ENTITIES: Record<string, string> = { é: '&eacute;', É: '&Eacute;', û: '&ucirc;', ï: '&iuml;', '’': '&#8217;' };

/**
 * A page like that of the Banque de la République d'Haïti with the rates of a day: a WordPress page with scripts, a menu that
 * names the same words, and tables.
 */
export function brhPage(faults: RatesFaults, day: string): string {
  return inAccents(page(faults, day), faults.accents);
}

function page(faults: RatesFaults, day: string): string {
  const number = (text: string) => (faults.decimalComma ? text.replace('.', ',') : text);
  const reference = faults.missingHtg
    ? ''
    : faults.layoutChanged
      ? `<div class="rate-card"><span>Taux officiel de la BRH</span><b>${number(faults.rate)}</b></div>`
      : `<table class="tablepress"><tbody>
<tr><td><strong>TAUX DE RÉFÉRENCE</strong></td><td>&nbsp;${number(faults.rate)}</td></tr>
<tr><td>Variation / Jour précédent</td><td>${number('0.0121')}</td></tr>
<tr><td>Variation / Semaine précédente</td><td>${number('-0.0345')}</td></tr>
<tr><td>TMA</td><td>${number('130.2581')}</td></tr>
</tbody></table>`;
  return `<!DOCTYPE html>
<html lang="fr-FR"><head><meta charset="UTF-8"><title>Taux du Jour – Simulator: no real money</title>
<style>.tablepress td { padding: 2px } /* taux de reference 1.0 */</style>
<script>var settings = {"title": "TAUX DE REFERENCE", "html": "<td>999.9999</td>", "more": 1 < 2};</script>
</head><body>
<p>Simulator: no real money</p>
<nav><ul><li><a href="/">Accueil</a></li><li><a href="/taux-du-jour/">Taux du jour</a></li>
<li><a href="/taux-de-reference/">Taux de référence</a></li><li><a href="/taux-affiches/">Taux affichés par les banques</a></li></ul></nav>
<!-- TAUX DE REFERENCE 111.1111 -->
<article><h2>Taux du Jour : ${frenchDay(day)}</h2>
<table class="tablepress"><thead><tr><th></th><th>Achats</th><th>Ventes</th><th>Spread</th></tr></thead><tbody>
<tr><td>MARCHÉ INFORMEL</td><td>${number('131.0000')}</td><td>${number('136.0000')}</td><td>${number('5.0000')}</td></tr>
<tr><td>MARCHÉ BANCAIRE</td><td>${number('130.2581')}</td><td>${number('131.0374')}</td><td>${number('0.7793')}</td></tr>
</tbody></table>
${reference}
<p>Le taux de référence est calculé à partir des achats de la veille. Volume des transactions : 9 254 310,55 USD</p>
</article></body></html>
`;
}

function frenchDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date === 1 ? '1er' : date} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

function inAccents(html: string, accents: RatesFaults['accents']): string {
  if (accents === 'letters') return html;
  if (accents === 'none') return html.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
  return html.replaceAll(/[éÉûï’]/g, (letter) => ENTITIES[letter] ?? letter);
}
