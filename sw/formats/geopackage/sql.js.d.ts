/** The parts of sql.js that are used; the package has no types. */
declare module 'sql.js' {
  export type SqlValue = number | bigint | string | Uint8Array | null;
  export interface Statement {
    step(): boolean;
    /** @param params null for the current row; with `useBigInt`, all integers are bigints */
    get(params?: null, options?: { readonly useBigInt: true }): SqlValue[];
    bind(params: readonly SqlValue[]): boolean;
    reset(): boolean;
    free(): boolean;
  }
  export interface Database {
    run(sql: string, params?: readonly SqlValue[]): Database;
    exec(sql: string, params?: readonly SqlValue[]): { columns: string[]; values: SqlValue[][] }[];
    prepare(sql: string, params?: readonly SqlValue[]): Statement;
    export(): Uint8Array;
    close(): void;
  }
  export default function initSqlJs(options?: {
    readonly locateFile?: (name: string) => string;
  }): Promise<{ Database: new (bytes?: Uint8Array) => Database }>;
}

/** URL of the compiled code, from the bundler. */
declare module 'sql.js/dist/sql-wasm.wasm?url' {
  const address: string;
  export default address;
}
