/** E-mails that send a user a link. */
export const en = {
  greeting: 'Hello,',
  invitation: {
    subject: 'Your invitation to Peye',
    sentence: 'You are invited to the Peye console. Open this link to choose a password:',
    lasts: 'The link works once and expires in 72 hours.',
  },
  reset: {
    subject: 'Reset your Peye password',
    sentence: 'Open this link to choose a new password for the Peye console:',
    lasts: 'The link works once and expires in one hour.',
  },
  otherAccount: {
    subject: 'Your invitation to Peye',
    sentence: 'You are invited to another website in the Peye console, but this address already has an account.',
    lasts:
      'Nothing has changed in your account. To get access to that website, ask the operator of this gateway to add it.',
  },
  notExpected: 'If you did not expect this e-mail, delete it.',
  notMeant: 'If you did not expect this e-mail, delete it and don’t share the link.',
} as const;
