import type { Language } from '../wording/language.ts';

const KINDS = [
  'notFound',
  'refused',
  'oldForm',
  'brokenForm',
  'tooLarge',
  'tooMany',
  'unavailable',
  'systemError',
] as const;

/** What may be wrong with a request as a whole. */
export type FailureKind = (typeof KINDS)[number];

/** What is said of it; `{seconds}` is how long to wait. */
export const FAILURE_TEXTS: Readonly<
  Record<Language, Readonly<Record<FailureKind, { readonly title: string; readonly text: string }>>>
> = {
  en: {
    notFound: { title: 'Not found', text: 'There is nothing at this address, or nothing that you may see.' },
    refused: { title: 'Not understood', text: 'This request could not be read. Go back and try again.' },
    oldForm: {
      title: 'This form is out of date',
      text: 'Nothing was changed. You have signed in again since it was opened, or it came from another site. Go back, load the page anew, and send it again.',
    },
    brokenForm: {
      title: 'This form is not whole',
      text: 'Nothing was changed. A field is missing, or there is one too many. Go back, load the page anew, and send it again.',
    },
    tooLarge: { title: 'Too large', text: 'What was sent is too large. Nothing was changed.' },
    tooMany: { title: 'Too many requests', text: 'Wait {seconds} seconds, then try again.' },
    unavailable: {
      title: 'Unavailable for a moment',
      text: 'The database does not respond. Try again in a few seconds; nothing was lost.',
    },
    systemError: {
      title: 'Something went wrong',
      text: 'The error has been logged. Try again; when it happens again, give the operator the time.',
    },
  },
  fr: {
    notFound: { title: 'Introuvable', text: 'Il n’y a rien à cette adresse, ou rien que vous puissiez voir.' },
    refused: {
      title: 'Demande illisible',
      text: 'Cette demande n’a pas pu être lue. Revenez en arrière et réessayez.',
    },
    oldForm: {
      title: 'Ce formulaire n’est plus valable',
      text: 'Rien n’a été modifié. Vous vous êtes reconnecté depuis son ouverture, ou il vient d’un autre site. Revenez en arrière, rechargez la page et envoyez-le à nouveau.',
    },
    brokenForm: {
      title: 'Ce formulaire n’est pas complet',
      text: 'Rien n’a été modifié. Il manque un champ, ou il y en a un de trop. Revenez en arrière, rechargez la page et envoyez-le à nouveau.',
    },
    tooLarge: { title: 'Trop volumineux', text: 'L’envoi est trop volumineux. Rien n’a été modifié.' },
    tooMany: { title: 'Trop de demandes', text: 'Attendez {seconds} secondes, puis réessayez.' },
    unavailable: {
      title: 'Indisponible pour un moment',
      text: 'La base de données ne répond pas. Réessayez dans quelques secondes ; rien n’est perdu.',
    },
    systemError: {
      title: 'Une erreur est survenue',
      text: 'L’erreur a été consignée. Réessayez ; si elle se reproduit, indiquez l’heure à l’opérateur.',
    },
  },
  ht: {
    notFound: { title: 'Nou pa jwenn li', text: 'Pa gen anyen nan adrès sa a, oswa anyen ou gen dwa wè.' },
    refused: { title: 'Nou pa konprann', text: 'Nou pa t ka li demann sa a. Tounen dèyè epi eseye ankò.' },
    oldForm: {
      title: 'Fòm sa a pa bon ankò',
      text: 'Anyen pa chanje. Ou konekte ankò depi ou te louvri li, oswa li soti sou yon lòt sit. Tounen dèyè, chaje paj la ankò, epi voye li.',
    },
    brokenForm: {
      title: 'Fòm sa a pa konplè',
      text: 'Anyen pa chanje. Gen yon chan ki manke, oswa gen youn an plis. Tounen dèyè, chaje paj la ankò, epi voye li.',
    },
    tooLarge: { title: 'Li twò gwo', text: 'Sa ou voye a twò gwo. Anyen pa chanje.' },
    tooMany: { title: 'Twòp demann', text: 'Tann {seconds} segonn, epi eseye ankò.' },
    unavailable: {
      title: 'Pa disponib pou yon ti moman',
      text: 'Baz done a pa reponn. Eseye ankò nan kèk segonn; anyen pa pèdi.',
    },
    systemError: {
      title: 'Gen yon erè',
      text: 'Nou note erè a. Eseye ankò; si li rive ankò, bay operatè a lè a.',
    },
  },
};
