/** Pages of the console that report a failed request. */
export const en = {
  notFound: {
    title: 'Page not found',
    text: 'This page does not exist, or you don’t have access to it.',
  },
  archived: {
    title: 'Payment not stored',
    text: 'This payment is not stored. Payments of its time were archived and removed from the database: it may be in an archive.',
  },
  refused: {
    title: 'Bad request',
    text: 'The request could not be read. Go back and try again.',
  },
  oldForm: {
    title: 'This form has expired',
    text: 'Nothing was changed. You signed in again after you opened it, or it was not sent from this console. Go back, reload the page and send it again.',
  },
  brokenForm: {
    title: 'Something is missing',
    text: 'Nothing was changed. A field is missing or unexpected. Go back, reload the page and send it again.',
  },
  tooLarge: {
    title: 'Form or file too large',
    text: 'The maximum is 64 KB, and 2 MB for a logo. Nothing was changed.',
  },
  tooMany: {
    title: 'Too many requests',
    text: 'Wait {seconds} seconds, then try again.',
  },
  unavailable: {
    title: 'Temporarily unavailable',
    text: 'The database does not respond. Nothing was lost. Try again in a few seconds.',
  },
  systemError: {
    title: 'Something went wrong',
    text: 'The error was logged. Try again. If it happens again, give the operator the time of the error.',
  },
} as const;
