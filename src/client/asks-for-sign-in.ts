/** Check whether an answer reports a missing or expired sign-in. The REST interface does so even with status 200. */
export const asksForSignIn = ({ status, headers }: Response): boolean =>
  status === 498 || status === 499 || headers.has('www-authenticate');
