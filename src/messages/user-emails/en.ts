/** E-mails that bring a link to a user. */
export const en = {
  greeting: 'Hello,',
  invitation: {
    subject: 'Your invitation to Peye',
    sentence: 'You are invited to the console of Peye. Open this link to choose a password:',
    lasts: 'The link works once, within 72 hours.',
  },
  reset: {
    subject: 'A new password for Peye',
    sentence: 'Open this link to choose a new password for the console of Peye:',
    lasts: 'The link works once, within one hour.',
  },
  otherAccount: {
    subject: 'Your invitation to Peye',
    sentence: 'You are invited to another website in the console of Peye, but this address has an account already.',
    lasts: 'Nothing has changed in your account. To get that website, ask the operator of this gateway to add it.',
  },
  notMeant: 'If you expected nothing of this, delete this e-mail, and give the link to nobody.',
} as const;
