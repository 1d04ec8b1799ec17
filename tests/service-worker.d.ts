/** What the shell uses of a worker's scope, whose library does not go with that of a page. */
interface ServiceWorkerGlobalScope {
  readonly clients: { matchAll(options: object): Promise<readonly { readonly id: string; readonly url: string }[]> };
}
