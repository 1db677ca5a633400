import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  title: 'Résultats de la recherche',
  empty: 'Saisissez un numéro de transaction, une référence, un numéro de téléphone, une adresse e-mail ou un nom.',
  none: 'Aucun résultat pour «\u00a0{text}\u00a0».',
  inMode: { live: 'Chercher dans les paiements de production', test: 'Chercher dans les paiements de test' },
  customers: 'Clients',
  websites: 'Sites',
  links: 'Liens de paiement',
  payments: 'Paiements',
  allPayments: 'Tout voir dans la liste des paiements',
  customer: 'Client',
  customerText: {
    phone: 'Tous les paiements qui ont ce numéro de téléphone, parmi ceux que vous pouvez voir.',
    email: 'Tous les paiements qui ont cette adresse e-mail, parmi ceux que vous pouvez voir.',
  },
  allOf: 'Tous les paiements de ce client',
  by: { phone: 'Téléphone', email: 'E-mail' },
  paid: 'Total payé',
  returned: 'Rendu au client',
  returnedText: '{sums} ({count, plural, one {# paiement} other {# paiements}})',
  counts: '{all} ({paid} payés)',
  newestOnly: 'Seuls les paiements les plus récents sont comptés.',
  success: 'Taux de réussite',
  successText: '{percent}\u00a0% ({paid} sur {final} paiements terminés)',
  first: 'Premier paiement',
  last: 'Dernier paiement',
};
