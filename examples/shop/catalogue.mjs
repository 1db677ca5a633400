/** What the shop sells. Prices are the shop's own, in centimes and cents: the browser sends which and how many, never how much. */
export const PRODUCTS = [
  {
    id: 'kafe',
    prices: { HTG: 75_000, USD: 575 },
    name: { ht: 'Kafe mòn, 1 kg', fr: 'Café des mornes, 1 kg', en: 'Mountain coffee, 1 kg' },
    about: {
      ht: 'Arabika ki grandi nan mòn Tyòt, griye chak semèn.',
      fr: 'Arabica des hauteurs de Thiotte, torréfié chaque semaine.',
      en: 'Arabica from the hills of Thiotte, roasted every week.',
    },
    picture: {
      ht: 'Yon sak kafe ak yon tas cho devan mòn yo',
      fr: 'Un sac de café et une tasse fumante devant les mornes',
      en: 'A bag of coffee and a steaming cup in front of the hills',
    },
  },
  {
    id: 'mas',
    prices: { HTG: 1_250_000, USD: 9_500 },
    name: { ht: 'Mas papye mache', fr: 'Masque en papier mâché', en: 'Papier-mâché mask' },
    about: {
      ht: 'Yon leyopa pou kanaval Jakmèl, pentire alamen.',
      fr: 'Un léopard pour le carnaval de Jacmel, peint à la main.',
      en: 'A leopard for the carnival of Jacmel, painted by hand.',
    },
    picture: {
      ht: 'Yon mas leyopa jòn ak wouj, ak fèy alantou l',
      fr: 'Un masque de léopard jaune et rouge, entouré de feuilles',
      en: 'A yellow and red leopard mask with leaves around it',
    },
  },
  {
    id: 'mango',
    prices: { HTG: 100_000, USD: 765 },
    name: { ht: 'Mango Fransik, 12', fr: 'Mangues Francique, 12', en: 'Francique mangoes, 12' },
    about: {
      ht: 'Yon panyen mango byen mi ki soti Gonayiv.',
      fr: 'Un panier de mangues bien mûres des Gonaïves.',
      en: 'A basket of ripe mangoes from Gonaïves.',
    },
    picture: {
      ht: 'Yon panyen ki plen mango jòn ak wouj',
      fr: 'Un panier plein de mangues jaunes et rouges',
      en: 'A basket full of yellow and red mangoes',
    },
  },
];

const MOST_OF_ONE = 20;

/** Reads a cart from its cookie, such as `kafe:2.mas:1`. Products that the shop does not have are ignored. */
export function readCart(text = '') {
  const wanted = new Map(text.split('.').map((entry) => entry.split(':')));
  return cartOf((id) => wanted.get(id));
}

/** A cart with the quantity that `quantityOf(id)` returns for each product: a whole number, at most `MOST_OF_ONE`. */
export function cartOf(quantityOf) {
  const lines = PRODUCTS.map((product) => ({ product, quantity: quantity(quantityOf(product.id)) }));
  return lines.filter((line) => line.quantity > 0);
}

export function cartText(cart) {
  return cart.map(({ product, quantity }) => `${product.id}:${quantity}`).join('.');
}

export function countOf(cart) {
  return cart.reduce((sum, line) => sum + line.quantity, 0);
}

export function totalOf(cart, currency) {
  return { currency, minor: cart.reduce((sum, line) => sum + line.product.prices[currency] * line.quantity, 0) };
}

/** "2 × Kafe mòn, 1 kg, 1 × Mas papye mache" */
export function describe(cart, language) {
  return cart.map(({ product, quantity }) => `${quantity} × ${product.name[language]}`).join(', ');
}

function quantity(text) {
  return /^\d{1,4}$/.test(text ?? '') ? Math.min(Number(text), MOST_OF_ONE) : 0;
}
