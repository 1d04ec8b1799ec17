/** A value that a form offers for a name. */
export interface Offered {
  readonly value: string;
  readonly label: string;
  /** Its entry in the list of the portal. */
  readonly entry: Readonly<Record<string, unknown>>;
}
