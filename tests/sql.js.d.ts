/** What the tests use of sql.js, which comes without types. */
declare module 'sql.js' {
  type SqlValue = number | string | Uint8Array | null;
  interface Database {
    run(sql: string, params?: readonly SqlValue[]): Database;
    exec(sql: string): { columns: string[]; values: SqlValue[][] }[];
  }
  export default function initSqlJs(): Promise<{ Database: new () => Database }>;
}
