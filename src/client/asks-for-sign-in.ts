/** Whether an answer says that a sign-in is missing or has expired; the REST interface says so by status 200. */
export const asksForSignIn = ({ status, headers }: Response): boolean =>
  status === 498 || status === 499 || headers.has('www-authenticate');
