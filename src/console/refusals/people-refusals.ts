import type { Refusals } from './refusals.ts';

/** Of people, their passwords, factors and links. */
export const PEOPLE_REFUSALS: Refusals = {
  'A password must have {least} to {most} characters. Several words in a row are easy to remember.': {
    fr: 'Un mot de passe doit avoir de {least} à {most} caractères. Plusieurs mots à la suite se retiennent facilement.',
    ht: 'Yon modpas dwe gen {least} jiska {most} karaktè. Plizyè mo youn dèyè lòt fasil pou sonje.',
  },
  'The password must not contain what stands before the @ of the e-mail address.': {
    fr: 'Le mot de passe ne doit pas contenir ce qui se trouve avant le @ de l’adresse e-mail.',
    ht: 'Modpas la pa dwe gen sa ki devan @ nan adrès imel la ladan l.',
  },
  'The password must not contain “peye”.': {
    fr: 'Le mot de passe ne doit pas contenir « peye ».',
    ht: 'Modpas la pa dwe gen “peye” ladan l.',
  },
  'This password is one of those that are guessed first. Choose another one.': {
    fr: 'Ce mot de passe est de ceux que l’on devine en premier. Choisissez-en un autre.',
    ht: 'Modpas sa a se youn nan sa moun devine an premye. Chwazi yon lòt.',
  },
  'This is not your present password.': {
    fr: 'Ce n’est pas votre mot de passe actuel.',
    ht: 'Se pa modpas ou genyen kounye a.',
  },
  'This takes your second factor again: show it, then repeat what you did.': {
    fr: 'Cette action demande à nouveau votre second facteur : montrez-le, puis recommencez.',
    ht: 'Sa mande dezyèm prèv ou ankò: montre l, epi refè sa ou t ap fè a.',
  },
  'You have no such session; it may have ended.': {
    fr: 'Vous n’avez pas cette session ; elle est peut-être terminée.',
    ht: 'Ou pa gen sesyon sa a; li ka fini deja.',
  },
  'This user is deactivated: activate it first.': {
    fr: 'Ce compte est désactivé : réactivez-le d’abord.',
    ht: 'Kont sa a dezaktive: aktive l anvan.',
  },
  'Add a second factor first.': {
    fr: 'Ajoutez d’abord un second facteur.',
    ht: 'Ajoute yon dezyèm prèv anvan.',
  },
  'Somebody else has changed this user meanwhile. Look at it again, then make your change.': {
    fr: 'Quelqu’un d’autre a modifié ce compte entre-temps. Regardez-le à nouveau, puis faites votre modification.',
    ht: 'Yon lòt moun chanje kont sa a pandan tan sa a. Gade l ankò, epi fè chanjman ou an.',
  },
  'There is no user {id}.': {
    fr: 'Il n’y a pas de compte {id}.',
    ht: 'Pa gen kont {id}.',
  },
  'A {role} must not change a user of the role {other}.': {
    fr: 'Le rôle « {role} » ne permet pas de modifier un compte dont le rôle est « {other} ».',
    ht: 'Wòl “{role}” pa gen dwa chanje yon kont ki gen wòl “{other}”.',
  },
  'Only the operator of this gateway can change this user.': {
    fr: 'Seul l’opérateur de cette passerelle peut modifier ce compte.',
    ht: 'Se operatè sistèm nan sèl ki ka chanje kont sa a.',
  },
  'This link cannot be used. Ask the operator of this gateway.': {
    fr: 'Ce lien ne peut pas être utilisé. Adressez-vous à l’opérateur de cette passerelle.',
    ht: 'Lyen sa a pa ka sèvi. Pale ak operatè sistèm nan.',
  },
  'The role must be one of {roles}.': {
    fr: 'Choisissez un rôle parmi : {roles}.',
    ht: 'Chwazi youn nan wòl sa yo: {roles}.',
  },
  'A {role} works for websites: name one at least.': {
    fr: 'Le rôle « {role} » est lié à des sites : choisissez-en au moins un.',
    ht: 'Wòl “{role}” mache ak sit: chwazi omwen youn.',
  },
  'A {role} sees every website: name none.': {
    fr: 'Le rôle « {role} » voit tous les sites : n’en choisissez aucun.',
    ht: 'Wòl “{role}” wè tout sit yo: pa chwazi okenn.',
  },
  'The language must be one of {languages}.': {
    fr: 'Choisissez une langue parmi : {languages}.',
    ht: 'Chwazi youn nan lang sa yo: {languages}.',
  },
  'This is not the code that the authenticator shows now. Give the next one; the clock of the phone must be right.': {
    fr: 'Ce n’est pas le code que l’application affiche maintenant. Donnez le suivant ; l’horloge du téléphone doit être à l’heure.',
    ht: 'Se pa kòd aplikasyon an montre kounye a. Bay pwochen an; lè ki nan telefòn nan dwe bon.',
  },
  'There are {count} already: remove one of them first.': {
    fr: 'Il y en a déjà {count} : retirez-en un d’abord.',
    ht: 'Gen {count} deja: retire youn ladan yo anvan.',
  },
  'This passkey has been added already.': {
    fr: 'Cette clé d’accès a déjà été ajoutée.',
    ht: 'Kle aksè sa a te ajoute deja.',
  },
  'This was begun too long ago, or anew elsewhere: begin again.': {
    fr: 'Ceci a été commencé il y a trop longtemps, ou recommencé ailleurs : recommencez.',
    ht: 'Sa gen twòp tan depi li kòmanse, oswa li rekòmanse yon lòt kote: kòmanse ankò.',
  },
  'This is no e-mail address.': {
    fr: 'Ce n’est pas une adresse e-mail.',
    ht: 'Sa a se pa yon adrès imel.',
  },
  'Somebody with this e-mail address has been invited here already.': {
    fr: 'Quelqu’un a déjà été invité ici avec cette adresse e-mail.',
    ht: 'Yo te deja envite yon moun isit la ak adrès imel sa a.',
  },
  'You have no such second factor.': {
    fr: 'Vous n’avez pas ce second facteur.',
    ht: 'Ou pa gen dezyèm prèv sa a.',
  },
  'This is your only second factor. Add another one first.': {
    fr: 'C’est votre seul second facteur. Ajoutez-en d’abord un autre.',
    ht: 'Se sèl dezyèm prèv ou genyen. Ajoute yon lòt anvan.',
  },
  'This is the last owner. Make somebody else an owner first, who must have accepted the invitation.': {
    fr: 'C’est le dernier compte propriétaire. Donnez d’abord ce rôle à quelqu’un d’autre, qui doit avoir accepté son invitation.',
    ht: 'Se dènye pwopriyetè a. Bay yon lòt moun wòl sa a anvan; fòk li te aksepte envitasyon li.',
  },
  'Browsers make passkeys only where the console is reached by https:// and a name: PUBLIC_URL must be such an address.':
    {
      fr: 'Les navigateurs ne créent des clés d’accès que si la console est servie en https:// sous un nom : PUBLIC_URL doit être une telle adresse.',
      ht: 'Navigatè yo fè kle aksè sèlman lè konsòl la sou https:// ak yon non: PUBLIC_URL dwe yon adrès konsa.',
    },
  'The browser has made no passkey that can be used here. Try again.': {
    fr: 'Le navigateur n’a pas créé de clé d’accès utilisable ici. Réessayez.',
    ht: 'Navigatè a pa fè yon kle aksè ki ka sèvi isit la. Eseye ankò.',
  },
  'This link does not work: it is not whole, or there is a newer one.': {
    fr: 'Ce lien ne fonctionne pas : il n’est pas entier, ou il y en a un plus récent.',
    ht: 'Lyen sa a pa mache: li pa antye, oswa gen yon lòt ki pi resan.',
  },
  'This link is over. Ask for a new one.': {
    fr: 'Ce lien n’est plus valable. Demandez-en un nouveau.',
    ht: 'Lyen sa a fini. Mande yon lòt.',
  },
  'This link has been used already. Sign in, or ask for a new one.': {
    fr: 'Ce lien a déjà servi. Connectez-vous, ou demandez-en un nouveau.',
    ht: 'Lyen sa a sèvi deja. Konekte, oswa mande yon lòt.',
  },
};
