import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  notFound: {
    title: 'Page introuvable',
    text: 'Cette page n’existe pas, ou vous n’y avez pas accès.',
  },
  archived: {
    title: 'Paiement non conservé',
    text: 'Ce paiement n’est pas dans la base de données. Les paiements de cette période ont été archivés puis retirés\u00a0: il est peut-être dans une archive.',
  },
  refused: {
    title: 'Demande incorrecte',
    text: 'Nous n’avons pas pu lire votre demande. Revenez en arrière et réessayez.',
  },
  oldForm: {
    title: 'Ce formulaire a expiré',
    text: 'Rien n’a été modifié. Soit vous avez ouvert ce formulaire avant de vous connecter à nouveau, soit il n’a pas été envoyé depuis la console de Peye. Revenez en arrière, rechargez la page et envoyez le formulaire à nouveau.',
  },
  brokenForm: {
    title: 'Il manque quelque chose',
    text: 'Rien n’a été modifié. Il manque un champ, ou le formulaire contient un champ de trop. Revenez en arrière, rechargez la page et envoyez le formulaire à nouveau.',
  },
  tooLarge: {
    title: 'Formulaire ou fichier trop volumineux',
    text: 'Le maximum est de 64\u00a0Ko, et de 2\u00a0Mo pour un logo. Rien n’a été modifié.',
  },
  tooMany: {
    title: 'Trop de demandes',
    text: 'Attendez {seconds, plural, one {# seconde} other {# secondes}}, puis réessayez.',
  },
  unavailable: {
    title: 'Temporairement indisponible',
    text: 'La base de données ne répond pas. Rien n’est perdu. Réessayez dans quelques secondes.',
  },
  systemError: {
    title: 'Une erreur est survenue',
    text: 'L’erreur a été enregistrée. Réessayez. Si elle se reproduit, indiquez-en l’heure à l’opérateur de Peye.',
  },
};
