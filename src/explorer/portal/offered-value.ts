export interface Offered {
  readonly value: string;
  readonly label: string;
  readonly entry: Readonly<Record<string, unknown>>;
}
